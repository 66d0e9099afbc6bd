import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@mock-services/sdk/contract';
import { expect, onTestFinished, test } from 'vitest';
import { input } from '../support/samples.ts';
import { callAt, startDeployments } from './start-deployments.ts';
import { startWorkerd } from './workerd.ts';

const token = 'token';
const list = endpoints.listMockServices.path;
const create = endpoints.createMockService.path;
const deployment = startDeployments({ plain: `{ binding: 'PLAIN', requiredToken: '${token}' }` });
const plain = deployment('plain');
const call: typeof plain = (path, sent) => plain(path, { token, ...sent });
const post = (path: string, body: unknown) => call(path, { method: 'POST', body: JSON.stringify(body) });
const remove = (name: string) => call(`/worlds/${name}/__fake/deleteWorld`, { method: 'POST' });

async function titlesIn(world: string): Promise<string[]> {
  const { data } = (await call(`/worlds/${world}${list}`)).json() as { data: { title: string }[] };
  return data.map(({ title }) => title);
}

test('a world keeps its data after a restart of the runtime', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mock-services-objects-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const module = `
import { demoSeed } from '@mock-services/fake-server/core';
import { createWorker } from '@mock-services/fake-server/workers';
export const { worker: default_, World } = createWorker((env) => ({ requiredToken: env.TOKEN, seed: demoSeed() }));
export default default_;
`;
  const start = () => startWorkerd({ module, env: { TOKEN: token }, folder });
  const world = '/worlds/kept';
  const fault = { operation: 'listWorkspaces', status: 503, times: 3 };
  const look = async (url: string) => {
    const pages = ['data', 'faults.list', 'clock.now', 'snapshot'].map((page) =>
      callAt(url, `${world}/__fake/${page}`, { token }),
    );
    return (await Promise.all(pages)).map(({ text }) => text);
  };
  let before: string[];
  {
    await using workerd = await start();
    const send = (path: string, body: object) =>
      callAt(workerd.url, world + path, { token, method: 'POST', body: JSON.stringify(body) });
    expect((await send(create, input({ title: 'Kept' }))).status).toBe(201);
    expect((await send('/__fake/faults.add', fault)).status).toBe(200);
    expect((await send('/__fake/clock.advance', ['1h'])).status).toBe(204);
    expect((await callAt(workerd.url, world + endpoints.listWorkspaces.path, { token })).status).toBe(503);
    before = await look(workerd.url);
    expect(before.join()).toContain('Kept');
  }
  await using workerd = await start();
  expect(await look(workerd.url)).toEqual(before);
  const journal = async () =>
    (await callAt(workerd.url, `${world}/__fake/journal.read`, { token })).json() as Record<string, unknown>;
  const { since, ...others } = await journal();
  expect(others).toMatchObject({ entries: [], problems: [], clean: false });
  expect(others['reasons']).toContainEqual(expect.stringContaining(`before ${String(since)} are unknown`));
  await callAt(workerd.url, `${world}/__fake/journal.clear`, { token, method: 'POST' });
  expect(JSON.stringify((await journal())['reasons'])).not.toContain('unknown');
});

test('two worlds share no data', async () => {
  for (const name of ['one', 'two']) await post(`/worlds/${name}${create}`, input({ title: name }));
  expect([await titlesIn('one'), await titlesIn('two')]).toEqual([['one'], ['two']]);
});

test('an invalid world name gets 400', async () => {
  const response = await call(`/worlds/a%20b${list}`);
  expect(response.status).toBe(400);
  expect(response.text).toContain('1 to 128 characters');
});

test('a deleted world finishes its requests, and the next request creates a new world', async () => {
  const world = '/worlds/deleted';
  await post(`${world}${create}`, input({ title: 'Old' }));
  await post(`${world}/__fake/faults.add`, { operation: 'listMockServices', delay: 400 });
  const underWay = titlesIn('deleted');
  await expect
    .poll(async () => (await call(`${world}/__fake/journal.read`)).text)
    .toContain('"listMockServices"');
  expect((await remove('deleted')).status).toBe(200);
  expect(await titlesIn('deleted')).not.toContain('Old');
  expect(await underWay).toContain('Old');
  expect((await remove('deleted')).status).toBe(200);
  expect((await remove('deleted')).status).toBe(404);
});

test('a hanging request ends when another request clears the faults', async () => {
  const world = '/worlds/hanging';
  await post(`${world}/__fake/faults.add`, { operation: 'listMockServices', hang: true });
  const hanging = call(`${world}${list}`).then(
    () => 'whole',
    () => 'broken',
  );
  await expect
    .poll(async () => (await call(`${world}/__fake/journal.read`)).text)
    .toContain('"listMockServices"');
  await call(`${world}/__fake/faults.clear`, { method: 'POST' });
  expect(await hanging).toBe('broken');
});
