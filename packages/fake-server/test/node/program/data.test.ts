import { dirname } from 'node:path';
import { createClient } from '@mock-services/sdk';
import { expect, test } from 'vitest';
import { input, mockService } from '../../support/samples.ts';
import { fileWith, newPath, launchServer, runHere, serveHere } from './program.ts';

const clientOf = ({ url }: { readonly url: string }) => createClient({ baseUrl: url, maxRetries: 0 });

test('--data restores every acknowledged write after the program is killed', async () => {
  const data = await newPath('world.db');
  const program = await launchServer('--port', '0', '--data', data);
  const { id } = await clientOf(program).mockServices.create(input());
  await program.stop('SIGKILL');
  const again = await serveHere('--port', '0', '--data', data);
  expect(await clientOf(again).mockServices.get(id)).toMatchObject({ id });
});

test('a fault with `times` does not apply again after the program is killed', async () => {
  const data = await newPath('world.db');
  const program = await launchServer('--port', '0', '--data', data, '--admin');
  const fault = { operation: 'listMockServices', status: 503, times: 1 };
  const headers = { 'content-type': 'application/json' };
  await fetch(`${program.url}/__fake/faults.add`, { method: 'POST', headers, body: JSON.stringify(fault) });
  await expect(clientOf(program).mockServices.list()).rejects.toMatchObject({ status: 503 });
  await program.stop('SIGKILL');
  const again = await serveHere('--port', '0', '--data', data, '--admin');
  const faults: unknown = await (await fetch(`${again.url}/__fake/faults.list`)).json();
  expect(faults).toMatchObject([{ ...fault, used: 1 }]);
  expect(await clientOf(again).mockServices.list()).not.toEqual([]);
});

test('--data uses the seed only for worlds that are not in the data file', async () => {
  const data = await newPath('world.db');
  const seed = await fileWith(JSON.stringify({ mockServices: [mockService(1)] }));
  const first = await serveHere('--port', '0', '--data', data, '--seed', seed, '--worlds');
  await clientOf(first).mockServices.delete(mockService(1).id);
  await first.stop();
  const { url } = await serveHere('--port', '0', '--data', data, '--seed', seed, '--worlds', '--admin');
  expect(await clientOf({ url }).mockServices.list()).toEqual([]);
  expect(await clientOf({ url: `${url}/worlds/a` }).mockServices.list()).toHaveLength(1);
  expect(await (await fetch(`${url}/__fake/listWorlds`)).json()).toMatchObject([
    { name: 'default' },
    { name: 'a' },
  ]);
});

test('a data file stores several worlds, and a deleted world is removed from it', async () => {
  const data = await newPath('world.db');
  const first = await serveHere('--port', '0', '--data', data, '--worlds', '--admin');
  for (const name of ['a', 'b'])
    await clientOf({ url: `${first.url}/worlds/${name}` }).mockServices.create(input());
  expect((await fetch(`${first.url}/worlds/a/__fake/deleteWorld`, { method: 'POST' })).status).toBe(200);
  await first.stop();
  const { url } = await serveHere('--port', '0', '--data', data, '--worlds', '--admin');
  const worlds = (await (await fetch(`${url}/__fake/listWorlds`)).json()) as { name: string }[];
  expect(worlds.map(({ name }) => name).sort()).toEqual(['b', 'default']);
});

test('a data file that another process uses is rejected with exit code 2', async () => {
  const data = await newPath('world.db');
  await launchServer('--port', '0', '--data', data);
  const second = await runHere('--port', '0', '--data', data);
  expect(second).toEqual({
    code: 2,
    stdout: '',
    stderr: `${data} is in use by another process. Stop that process, or choose another file.\n`,
  });
});

test('the program exits with 2 and names the data file if it cannot be opened', async () => {
  const text = await fileWith('{}', 'world.db');
  const missing = `${dirname(text)}/no/world.db`;
  for (const [data, reason] of [
    [text, 'is damaged or is not an SQLite database.'],
    [missing, `cannot be opened: the folder ${dirname(missing)} does not exist.`],
    [dirname(text), 'is not a file.'],
  ] as const) {
    const { code, stdout, stderr } = await runHere('--port', '0', '--data', data);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.startsWith(data)).toBe(true);
    expect(stderr).toContain(reason);
  }
});
