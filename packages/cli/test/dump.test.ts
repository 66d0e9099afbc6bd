/** What `dump` writes. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createFakeServer, demoSeed, type Seed } from '@mock-services/fake-server/core';
import { expect, test } from 'vitest';
import { config, fileWith, idOf, newFolder, serviceWith } from './support.ts';

const orders = { title: 'Orders', config: config() };
const dumped = (stdout: string) => JSON.parse(stdout) as Required<Seed>;

test('dump keeps the order of mock services, and writes keys in a fixed order', async () => {
  const { cors, upstreams, defaultResponseHeaders } = config();
  const mixed = { upstreams, tags: [1], cors, defaultResponseHeaders: { z: 1, a: defaultResponseHeaders } };
  const { run } = await serviceWith({
    mockServices: [
      { title: 'B', config: mixed },
      { id: idOf(1), title: 'A' },
    ],
  });
  const { code, stdout } = await run(['dump']);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^\{\n {2}"\$schema": "\S+\/seed\.schema\.json",\n {2}"mockServices": \[\n {4}\{\n {6}"id"/,
  );
  expect(stdout).toMatch(/"title": "B"[^]*"title": "A"/);
  const keys = [...stdout.matchAll(/"(\w+)":/g)].map(([, key]) => key).slice(1, 16);
  const expected = 'id type title config cors allowedOrigins allowedMethods allowedHeaders ';
  expect(keys.join(' ')).toBe(`${expected}defaultResponseHeaders a z upstreams name url tags`);
  expect(stdout).not.toMatch(/createdAt|updatedAt/);
});

test.each([
  ['--include-credentials', '$schema mockServices'],
  ['--workspaces', '$schema mockServices workspaces configurations'],
  ['--workspaces --activity W1', '$schema mockServices workspaces configurations activity'],
  ['--activity W1 W2', '$schema mockServices workspaces activity'],
])('dump %s writes its parts', async (options, expected) => {
  const workspaces = [1, 2, 3].map((n) => ({ id: idOf(n), name: `W${n}` }));
  const { run } = await serviceWith({ workspaces, activity: { [idOf(1)]: [{}], [idOf(3)]: [{}] } });
  const { stdout, stderr } = await run(['dump', ...options.split(' ').filter((text) => text !== '')]);
  const seed = dumped(stdout);
  expect([Object.keys(seed).join(' '), stderr]).toEqual([expected, '']);
  const logs: readonly string[] = options.match(/W\d/g) ?? [];
  const logged = workspaces.filter(({ name }) => logs.includes(name)).map(({ id }) => id);
  const listed = options.includes('--workspaces') ? workspaces.map(({ id }) => id) : logged;
  const { workspaces: kept = [], configurations = {}, activity = {} } = seed as Seed;
  expect([kept.map(({ id }) => id), Object.keys(activity)]).toEqual([listed, logged]);
  expect(Object.keys(configurations)).toEqual(options.includes('--workspaces') ? listed : []);
});

test('dump writes a complete seed, and credentials only if they are requested', async () => {
  const { fake, run } = await serviceWith(demoSeed());
  const [{ id } = { id: '' }] = fake.workspaces.list();
  fake.activity.record(id, { request: { path: '/x', headers: { authorization: 'Bearer hunter2' } } });
  const { stdout } = await run(['dump', '--workspaces', '--activity', id.toUpperCase()]);
  const copy = createFakeServer({ seed: dumped(stdout) });
  expect(copy.workspaces.list()).toEqual(fake.workspaces.list());
  expect(copy.workspaces.getConfiguration(id)).toEqual(fake.workspaces.getConfiguration(id));
  expect(copy.activity.list(id)).toHaveLength(fake.activity.list(id).length);
  expect(stdout).not.toContain('hunter2');
  const other = await run(['dump', '--activity', id, '--include-credentials']);
  expect(dumped(other.stdout).workspaces).toHaveLength(1);
  expect(other.stdout).toContain('hunter2');
});

test('dump --activity fails if the id is unknown', async () => {
  const { run } = await serviceWith();
  expect(await run(['dump', '--activity', idOf(3)])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: `No workspace has the id or name "${idOf(3)}". \`mock-services workspaces\` lists all.\n`,
  });
});

test('dump -o writes a file; a failed dump leaves the old file and no other', async () => {
  const { fake, run } = await serviceWith({ mockServices: [orders, orders] });
  const path = join(newFolder(), 'inner/mocks.json');
  mkdirSync(dirname(path));
  const { code, stdout, stderr } = await run(['dump', '-o', path]);
  expect([code, stdout]).toEqual([0, '']);
  expect(stderr).toContain(`Wrote 2 mock services to ${path}.\n"Orders" is the title of 2 mock services.`);
  expect(readFileSync(path, 'utf8')).toMatch(/^\{\n {2}"\$schema"[^]*\n\}\n$/);
  writeFileSync(path, 'old');
  fake.faults.add({ operation: 'getMockService', status: 418, after: 1 });
  expect((await run(['dump', '-o', path])).code).toBe(2);
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(dirname(path))).toEqual(['mocks.json']);
});

test.each([
  ['ABC', {}],
  ['ABCBAB', { A: '2', B: '3' }],
])('dump names each title that several of the mock services %s have', async (titles, expected) => {
  const { run } = await serviceWith({ mockServices: Array.from(titles, (title) => ({ title })) });
  for (const options of [[], ['-o', '-'], ['-o', fileWith('')]]) {
    const { stderr } = await run(['dump', ...options]);
    const found = stderr.matchAll(/^"(\w)" is the title of (\d+) /gm);
    expect(Object.fromEntries(Array.from(found, ([, title, count]) => [title, count]))).toEqual(expected);
  }
});

test('dump omits a mock service that is deleted while it reads', async () => {
  const { fake, run } = await serviceWith({ mockServices: [{ title: 'A' }, { title: 'B' }] });
  fake.faults.add({ operation: 'getMockService', status: 404, times: 1 });
  const [first] = fake.mockServices.list();
  const { code, stdout, stderr } = await run(['dump']);
  expect([code, dumped(stdout).mockServices]).toMatchObject([0, [{ title: 'B' }]]);
  expect(stderr).toBe(`Left out the mock service ${first?.id}, because the service responded with 404.\n`);
});

test.each(['getWorkspaceConfiguration', 'listActivity'] as const)(
  'dump omits a workspace that is deleted before %s',
  async (operation) => {
    const workspaces = [1, 2].map((n) => ({ id: idOf(n), name: `W${n}` }));
    const { fake, run } = await serviceWith({ workspaces });
    fake.faults.add({ operation, status: 410, match: { params: { workspaceId: idOf(1) } } });
    const { code, stdout, stderr } = await run(['dump', '--workspaces', '--activity', 'W1', 'W2']);
    const { workspaces: kept = [], configurations, activity } = dumped(stdout);
    const ids = [kept.map(({ id }) => id), Object.keys(configurations ?? {}), Object.keys(activity ?? {})];
    expect([code, ids]).toEqual([0, [[idOf(2)], [idOf(2)], [idOf(2)]]]);
    expect(stderr).toBe(`Left out the workspace ${idOf(1)}, because the service responded with 410.\n`);
  },
);
