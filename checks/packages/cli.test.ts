/** Tests the packed program `mock-services` against fake servers on ports that fail. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeServer, type FakeServer } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { command } from '../../tools/lib/command.ts';

const program = join(inject('packed').find(({ name }) => name.endsWith('/cli'))?.folder ?? '', 'bin.js');
const titles = ['A', 'B', 'C'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mock-services-packed-cli-'));
  const mockServices = titles.map((title) => ({ title, type: 'SOAP' }));
  await writeFile(join(folder, 'mocks.json'), JSON.stringify({ mockServices }));
  return () => rm(folder, { recursive: true });
});

async function start() {
  const fake = createFakeServer({ seed: { mockServices: [{ title: 'A' }, { title: 'Old' }] } });
  const running = await serve(fake, { port: 0 });
  onTestFinished(() => running.close({ grace: 0 }));
  const env = { MOCK_SERVICES_URL: running.url, NO_COLOR: '1' };
  const run = (...args: string[]) => command(process.execPath, [program, ...args], { cwd: folder, env });
  return { fake, env, run };
}

const apply = ['apply', 'mocks.json', '--delete', '--yes'];
const titlesOf = (fake: FakeServer) => fake.mockServices.list().map(({ title }) => title);

test.each<[string, Parameters<FakeServer['faults']['add']>[0]]>([
  [
    'a create whose response is lost',
    { operation: 'createMockService', reset: true, takesEffect: true, times: 1 },
  ],
  [
    'two responses with 503',
    { operation: ['createMockService', 'updateMockService'], status: 503, times: 2 },
  ],
  [
    'a 429 with Retry-After',
    { operation: 'createMockService', status: 429, headers: { 'retry-after': '1' }, times: 1 },
  ],
  ['a reset in the middle', { operation: ['updateMockService', 'deleteMockService'], reset: true, times: 1 }],
])('the packed program applies a file in spite of %s', async (_name, fault) => {
  const { fake, run } = await start();
  fake.faults.add(fault);
  expect(await run(...apply)).toMatchObject({ status: 0 });
  expect(titlesOf(fake)).toEqual(titles);
  expect(await run('diff', 'mocks.json', '--delete')).toEqual({ status: 0, output: '= 3 unchanged\n' });
});

test('the packed program continues after kill -9 between two steps', async () => {
  const { fake, env, run } = await start();
  fake.faults.add({ operation: 'createMockService', hang: true, takesEffect: true, after: 1, times: 1 });
  const child = spawn(process.execPath, [program, ...apply], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(() => titlesOf(fake)).toEqual(['A', 'Old', 'B', 'C']);
  child.kill('SIGKILL');
  expect((await run(...apply)).output).toContain('1 updated, 1 deleted, 2 unchanged.');
  expect(titlesOf(fake)).toEqual(titles);
});
