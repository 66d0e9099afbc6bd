import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { createFakeServer, type Seed } from '@mock-services/fake-server/core';
import { demoSeed } from '@mock-services/fake-server/demo';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { versionAt } from '../../../tools/lib/version.ts';
import { unsafe, unsafeCharacters } from '../../cli-kit/test/terminal.ts';
import { ask, exitCodeOf, withProgress } from '@mock-services/cli-kit';
import {
  config,
  contentsOf,
  fileWith,
  idOf,
  inVirtualTime,
  launch,
  newFolder,
  recorder,
  run,
  serviceWith,
  titlesOf,
} from './support.ts';

const orders = { title: 'Orders', config: config() };
const done = { code: 0, stderr: '' };

const dumped = (stdout: string) => JSON.parse(stdout) as Required<Seed>;

describe('dump', () => {
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

  test('dump sorts the names of unknown fields, and keeps the order of their values', async () => {
    const names = ['b', 'é', 'a', 'Z', '10', 'toString', '2'];
    const value = { z: [{ y: 1, x: 2 }, 'b', 'a'], c: null };
    const { cors, upstreams } = config();
    const services = [names, names.toReversed()].map((order) => {
      const unordered = Object.fromEntries(order.map((name) => [name, value]));
      return {
        id: idOf(1),
        title: 'A',
        config: {
          ...unordered,
          upstreams: upstreams.map((one) => ({ ...unordered, ...one })),
          defaultResponseHeaders: unordered,
          cors: { ...unordered, ...cors },
        },
      };
    });
    const dumps = await Promise.all(
      services.map(
        async (service) => (await (await serviceWith({ mockServices: [service] })).run(['dump'])).stdout,
      ),
    );
    expect(dumps[0]).toBe(dumps[1]);
    const { mockServices: [{ config: written } = { config: {} }] = [] } = dumped(dumps[0] ?? '');
    // JavaScript puts names that are integers first.
    const sorted = ['2', '10', 'Z', 'a', 'b', 'toString', 'é'];
    const [integers, others] = [sorted.slice(0, 2), sorted.slice(2)];
    const part = written as Record<string, object> & { readonly upstreams: readonly object[] };
    expect(
      [part, part['cors'], part['defaultResponseHeaders'], part.upstreams[0]].map((one) =>
        Object.keys(one ?? {}),
      ),
    ).toEqual([
      [...integers, 'cors', 'defaultResponseHeaders', 'upstreams', ...others],
      [...integers, 'allowedOrigins', 'allowedMethods', 'allowedHeaders', ...others],
      sorted,
      [...integers, 'name', 'url', ...others],
    ]);
    expect(JSON.stringify(part['a'])).toBe(JSON.stringify(value));
  });

  test.each([
    ['', '$schema mockServices'],
    ['--include-credentials', '$schema mockServices'],
    ['--workspaces', '$schema mockServices workspaces configurations'],
    ['--activity W1', '$schema mockServices workspaces activity'],
    ['--workspaces --activity W1', '$schema mockServices workspaces configurations activity'],
    ['--activity W1 W2', '$schema mockServices workspaces activity'],
  ])('dump %s writes the parts %s', async (options, expected) => {
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

  test('a fake server with a dump as its seed has the same mock services', async () => {
    const { fake, run } = await serviceWith(demoSeed());
    const { stdout } = await run(['dump']);
    expect(contentsOf(createFakeServer({ seed: dumped(stdout) }))).toEqual(contentsOf(fake));
  });

  test('dump --workspaces --activity writes a complete seed, without credentials unless --include-credentials is passed', async () => {
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
    fake.faults.clear();
    const missing = join(newFolder(), 'missing/x.json');
    expect((await run(['dump', '-o', missing])).stderr).toBe(`${missing}: there is no such folder.\n`);
    expect((await run(['dump', '-o', join(path, 'x.json')])).stderr).toContain('there is no such folder.');
    expect((await run(['dump', '-o', dirname(path)])).stderr).toContain('this is a folder, not a file.');
    expect(readdirSync(dirname(dirname(path))).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(dirname(path))).toEqual(['mocks.json']);
  });

  test.each([
    ['', []],
    ['ABC', []],
    ['ABAC', ['"A" is the title of 2 ']],
    ['ABCBAB', ['"A" is the title of 2 ', '"B" is the title of 3 ']],
  ])('dump names each title of several mock services: %j, %j', async (titles, expected) => {
    const { run } = await serviceWith({ mockServices: Array.from(titles, (title) => ({ title })) });
    for (const options of [[], ['-o', '-'], ['-o', fileWith('')]]) {
      const { stderr } = await run(['dump', ...options]);
      expect(stderr.match(/^"\w" is the title of \d+ /gm) ?? []).toEqual(expected);
    }
  });

  test('dump stops reading after a failure', async () => {
    const { fake, run } = await serviceWith({ mockServices: Array.from({ length: 300 }, () => orders) });
    fake.faults.add({ operation: 'getMockService', status: 418, times: 1 });
    expect((await run(['dump'])).code).toBe(2);
    // Reads that go on would arrive now.
    await sleep(1000);
    expect(fake.journal.entries().length).toBeLessThan(20);
  });

  test('dump omits a mock service that is deleted while it reads', async () => {
    const { fake, run } = await serviceWith({ mockServices: [{ title: 'A' }, { title: 'B' }] });
    fake.faults.add({ operation: 'getMockService', status: 404, times: 1 });
    const [first] = fake.mockServices.list();
    const { code, stdout, stderr } = await run(['dump']);
    expect([code, dumped(stdout).mockServices]).toMatchObject([0, [{ title: 'B' }]]);
    expect(stderr).toBe(`Left out the mock service ${first?.id}, because the service responded with 404.\n`);
  });

  test.each([20, 21, 23])('of %i omitted mock services, dump names at most 20', async (count) => {
    const { fake, run } = await serviceWith({ mockServices: Array.from({ length: count }, () => orders) });
    fake.faults.add({ operation: 'getMockService', status: 404 });
    const { code, stderr } = await run(['dump']);
    expect([code, stderr.match(/^Left out the mock service \S+, /gm)?.length]).toEqual([0, 20]);
    const more = /^Left out (\d+) more\.\n$/m.exec(stderr)?.[1];
    expect(more).toBe(count === 20 ? undefined : String(count - 20));
  });

  test.each(['getWorkspaceConfiguration', 'listActivity'] as const)(
    'dump omits a workspace that is deleted before %s, and says so',
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

  test('an error about a redirect to another origin names --url', async () => {
    const { fake, run } = await serviceWith();
    const headers = { location: 'https://mocks.example.com/hunter2' };
    fake.faults.add({ operation: 'listMockServices', status: 308, headers });
    const { stderr } = await run(['dump']);
    expect(stderr).toContain('which is another origin. If it is the service, set --url to it.\n');
    expect(stderr).not.toContain('hunter2');
  });
});

describe('the other commands', () => {
  test('list and workspaces print tables, or JSON with --json', async () => {
    const { fake, run } = await serviceWith(demoSeed());
    const { stdout } = await run(['list']);
    const [head, first] = stdout.split('\n');
    expect(head).toMatch(/^ID {36}TYPE {2}UPDATED {19}TITLE$/);
    expect(first).toMatch(/^[\da-f-]{36} {2}REST {2}\S+Z {2}Catalogue$/);
    expect((JSON.parse((await run(['list', '--json'])).stdout) as unknown[]).length).toBe(5);
    expect((await run(['workspaces'])).stdout).toContain('Checkout team\n');
    expect(JSON.parse((await run(['--json', 'workspaces'])).stdout)).toEqual(fake.workspaces.list());
  });

  test('each column and field has its own value, and columns are as wide as their widest value', async () => {
    const workspace = { createdAt: '2026-01-02T00:00:00Z', expiresAt: '2026-01-05T00:00:00.5Z' };
    const { run } = await serviceWith({
      mockServices: [
        {
          id: idOf(1),
          type: 'GraphQL',
          title: 'Orders',
          createdAt: '2026-01-03T00:00:00Z',
          updatedAt: '2026-01-04T00:00:00Z',
        },
        {
          id: idOf(2),
          type: 'X',
          title: 'B',
          createdAt: '2026-01-03T00:00:00Z',
          updatedAt: '2026-01-04T00:00:00.25Z',
        },
      ],
      workspaces: [{ id: idOf(3), name: 'Checkout', ...workspace }],
    });
    const id = 'ID'.padEnd(36);
    expect((await run(['list'])).stdout.split('\n')).toEqual([
      `${id}  TYPE     UPDATED                  TITLE`,
      `${idOf(1)}  GraphQL  2026-01-04T00:00:00Z     Orders`,
      `${idOf(2)}  X        2026-01-04T00:00:00.25Z  B`,
      '',
    ]);
    expect((await run(['workspaces'])).stdout.split('\n')).toEqual([
      `${id}  CREATED               EXPIRES                 NAME`,
      `${idOf(3)}  2026-01-02T00:00:00Z  2026-01-05T00:00:00.5Z  Checkout`,
      '',
    ]);
    expect((await run(['get', 'Orders'])).stdout.split('\n').slice(0, 6)).toEqual([
      'Orders',
      `id       ${idOf(1)}`,
      'type     GraphQL',
      'created  2026-01-03T00:00:00Z',
      'updated  2026-01-04T00:00:00Z',
      'config   {',
    ]);
  });

  test('get finds a mock service by its id or its title', async () => {
    const { fake, run } = await serviceWith({
      mockServices: [{ ...orders, id: idOf(1) }, { title: idOf(1) }],
    });
    expect(JSON.parse((await run(['get', 'Orders', '--json'])).stdout)).toEqual(
      fake.mockServices.get(idOf(1)),
    );
    // The id wins, in any letter case, over a title that is the same.
    for (const id of [idOf(1), idOf(1).toUpperCase()])
      expect((await run(['get', id])).stdout).toMatch(/^Orders\nid +abc[^]*"https:\/\/catalog.example"/);
    expect(await run(['get', 'Nope'])).toMatchObject({
      code: 2,
      stderr: 'No mock service has the id or title "Nope". `mock-services list` lists all.\n',
    });
  });

  test.each([
    ['Ordrs', ' Did you mean Orders?'],
    ['payments', ' Did you mean Payments?'],
    ['Cata', ' Did you mean Catalogue (old)?'],
    ['Cat', ''],
    ['Odds', ''],
  ])('the message about the unknown title %s suggests a similar one', async (title, meant) => {
    const titles = ['Payments (old)', 'Payments', 'Orders', 'Catalogue (old)'];
    const { run } = await serviceWith({ mockServices: titles.map((title) => ({ title })) });
    expect((await run(['get', title])).stderr).toBe(
      `No mock service has the id or title "${title}".${meant} \`mock-services list\` lists all.\n`,
    );
  });

  test('delete asks first without --yes, and deletes nothing if a name is unknown or ambiguous', async () => {
    const { fake, run } = await serviceWith({
      mockServices: [orders, orders, { title: 'A' }, { title: 'B' }],
    });
    expect(await run(['delete', 'A', 'Nope', '--yes'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/ lists all\.\nNothing was deleted\.\n$/) as string,
    });
    expect((await run(['delete', 'A', 'Orders', '--yes'])).stderr).toMatch(
      /is the title of 2 mock services[^]*\nNothing was deleted\.\n$/,
    );
    expect((await run(['delete', 'Nope', '--yes'])).stderr).toMatch(/^[^\n]* lists all\.\n$/);
    expect((await run(['delete', 'A'])).stderr).toContain('Pass --yes');
    expect((await run(['delete', 'A'], { answers: [false] })).code).toBe(2);
    expect(titlesOf(fake)).toEqual(['Orders', 'Orders', 'A', 'B']);
    const { code, stderr } = await run(['delete', 'A', 'B', 'A'], { answers: [true] });
    expect([code, stderr]).toEqual([0, expect.stringContaining('Delete 2 mock services?') as string]);
    expect(titlesOf(fake)).toEqual(['Orders', 'Orders']);
  });

  test('before delete asks, it lists what it will delete, in the order of the arguments', async () => {
    const { fake, run } = await serviceWith({
      mockServices: ['A', 'B "b"', 'C'].map((title, index) => ({ id: idOf(index), title })),
    });
    const { stdout, stderr } = await run(['delete', 'C', idOf(1).toUpperCase()], { answers: [true] });
    const lines = [`"C" ${idOf(2)}`, String.raw`"B \"b\"" ${idOf(1)}`];
    expect(stderr).toBe(`${lines.join('\n')}\nDelete 2 mock services?\n`);
    expect(stdout).toBe(lines.map((line) => `Deleted ${line}\n`).join(''));
    expect(fake.journal.find({ method: 'DELETE' }).map(({ request }) => request.path.slice(-36))).toEqual(
      [2, 1].map(idOf),
    );
  });

  test.each([[[]], [['--json']]])(
    'clear prints no data %j, and its question names the workspace',
    async (json) => {
      const { run } = await serviceWith({ workspaces: [{ id: idOf(1), name: 'Checkout' }] });
      for (const name of ['Checkout', idOf(1)])
        expect(await run(['clear', name, ...json], { answers: [true] })).toEqual({
          code: 0,
          stdout: '',
          stderr: `Delete all entries of the log of workspace ${name}?\nThe log is empty now.\n`,
        });
    },
  );

  test.each([
    ['list', 'ID  TYPE  UPDATED  TITLE\n', []],
    ['workspaces', 'ID  CREATED  EXPIRES  NAME\n', []],
  ])('%s prints only the head of the table, or an empty list', async (command, head, data) => {
    const { run } = await serviceWith();
    expect(await run([command])).toEqual({ ...done, stdout: head });
    const { stdout, ...ended } = await run([command, '--json']);
    expect([ended, JSON.parse(stdout)]).toEqual([done, data]);
  });

  test.each([
    ['A', 'A'],
    ['A', idOf(10)],
    [idOf(10), 'A'],
    [idOf(10), idOf(10).toUpperCase()],
    [idOf(10).toUpperCase(), 'A', idOf(10)],
  ])('delete deletes once what several names mean: %s', async (...names) => {
    const mockServices = [
      { id: idOf(10), title: 'A' },
      { id: idOf(11), title: 'B' },
    ];
    for (const json of [[], ['--json']]) {
      const { fake, run } = await serviceWith({ mockServices });
      const { code, stdout, stderr } = await run(['delete', ...names, '--yes', ...json]);
      expect([code, stderr, titlesOf(fake)]).toEqual([0, '', ['B']]);
      expect(stdout.match(/"A"/g)).toEqual(['"A"']);
    }
  });

  test.each([
    ['Checkout', idOf(10)],
    [idOf(10).toUpperCase(), idOf(10), 'Checkout'],
  ])('dump --activity writes once the log that several names mean: %s', async (...names) => {
    const { run } = await serviceWith({
      workspaces: [{ id: idOf(10), name: 'Checkout' }, { id: idOf(11) }],
      activity: { [idOf(10)]: [{}, {}] },
    });
    const { code, stdout, stderr } = await run(['dump', '--activity', ...names]);
    expect([code, stderr]).toEqual([0, '']);
    expect(dumped(stdout)).toMatchObject({
      workspaces: [{ id: idOf(10) }],
      activity: { [idOf(10)]: [{}, {}] },
    });
  });

  test('after Ctrl+C, delete completes the current request, and keeps the other mock services', async () => {
    const { fake, run } = await serviceWith({ mockServices: ['A', 'B', 'C'].map((title) => ({ title })) });
    const stopping = new AbortController();
    const match = () => (stopping.abort('SIGINT'), true);
    fake.faults.add({ operation: 'deleteMockService', delay: 1, match });
    const { code, stdout } = await run(['delete', 'A', 'B', 'C', '--yes'], { stopped: stopping.signal });
    expect([code, stdout, titlesOf(fake)]).toEqual([
      130,
      expect.stringMatching(/^Deleted "A" \S+\n$/) as string,
      ['B', 'C'],
    ]);
  });

  test.each([
    ['a failure', 0, 2, 'the service responded with 507'],
    ['a failure', 1, 2, 'the service responded with 507'],
    ['a failure', 2, 2, 'the service responded with 507'],
    ['Ctrl+C', 1, 130, 'Stopped.'],
  ])('with --json, delete lists what it deleted before %s: %i', async (event, count, expected, message) => {
    const { fake, run } = await serviceWith({ mockServices: ['A', 'B', 'C'].map((title) => ({ title })) });
    const deleted = fake.mockServices.list().slice(0, count);
    const stopping = new AbortController();
    if (event === 'Ctrl+C') {
      const match = () => (stopping.abort('SIGINT'), true);
      fake.faults.add({ operation: 'deleteMockService', delay: 1, match });
    } else fake.faults.add({ operation: 'deleteMockService', status: 507, after: count });
    const args = ['delete', 'A', 'B', 'C', '--yes', '--json'];
    const { code, stdout, stderr } = await run(args, { stopped: stopping.signal });
    expect([code, JSON.parse(stdout)]).toEqual([
      expected,
      { deleted: deleted.map(({ id, title }) => ({ id, title })) },
    ]);
    expect(stderr).toContain(message);
    expect(titlesOf(fake)).toEqual(['A', 'B', 'C'].slice(count));
  });

  test('delete succeeds if somebody else has already deleted a mock service', async () => {
    const { fake, run } = await serviceWith({ mockServices: ['A', 'B'].map((title) => ({ title })) });
    fake.faults.add({ operation: 'deleteMockService', status: 404, times: 1 });
    expect(await run(['delete', 'A', 'B', '--yes'])).toMatchObject(done);
    expect(titlesOf(fake)).toEqual(['A']);
  });

  test('clear asks first without --yes, and empties the log of a workspace', async () => {
    const { fake, run } = await serviceWith({
      workspaces: [{ id: idOf(1) }],
      activity: { [idOf(1)]: [{}, {}] },
    });
    expect((await run(['clear', idOf(1)])).code).toBe(2);
    expect((await run(['clear', idOf(1)], { answers: [false] })).code).toBe(2);
    expect(fake.activity.list(idOf(1))).toHaveLength(2);
    expect((await run(['clear', idOf(1), '--yes'])).code).toBe(0);
    expect(fake.activity.list(idOf(1))).toEqual([]);
  });

  test.each(
    ['delete A', 'clear Checkout', 'apply FILE --delete'].flatMap((command) =>
      [[], ['--json']].map((json) => [command, ...json] as const),
    ),
  )('%s %s deletes nothing unless a person or --yes confirms it', async (command, ...json) => {
    const seed = {
      mockServices: [{ title: 'A' }],
      workspaces: [{ id: idOf(1), name: 'Checkout' }],
      activity: { [idOf(1)]: [{}] },
    };
    const { fake, run } = await serviceWith(seed);
    const file = fileWith({ mockServices: [] });
    const args = [...command.split(' ').map((arg) => (arg === 'FILE' ? file : arg)), ...json];
    const left = () => fake.mockServices.list().length + fake.activity.list(idOf(1)).length;
    const refused = await run(args);
    expect([refused.code, refused.stdout, left()]).toEqual([2, '', 2]);
    expect(refused.stderr).toContain('Pass --yes');
    const denied = await run(args, { answers: [false] });
    expect([denied.code, denied.stderr.match(/\?/g)?.length, left()]).toEqual([2, 1, 2]);
    const confirmed = await run(args, { answers: [true] });
    expect([confirmed.code, confirmed.stderr.match(/\?/g)?.length, left()]).toEqual([0, 1, 1]);
    fake.seed(seed);
    const { code, stderr } = await run([...args, '--yes'], { answers: [false] });
    expect([code, stderr.includes('?'), left()]).toEqual([0, false, 1]);
  });

  test('har, clear and dump find a workspace by its name', async () => {
    const { fake, run } = await serviceWith({
      workspaces: [{ id: idOf(1), name: 'Checkout' }],
      activity: { [idOf(1)]: [{ request: { path: '/x' } }] },
    });
    expect((await run(['har', 'Checkout'])).stdout).toContain('/x');
    expect((await run(['dump', '--activity', 'Checkout'])).stdout).toContain('/x');
    expect((await run(['clear', 'Checkout', '--yes'])).code).toBe(0);
    expect(fake.activity.list(idOf(1))).toEqual([]);
  });

  test('the list of workspaces is not read if an id is given', async () => {
    const { fake, run } = await serviceWith({ workspaces: [{ id: idOf(1), name: 'Checkout' }] });
    await run(['har', idOf(1).toUpperCase()]);
    await run(['clear', idOf(1), '--yes']);
    expect(fake.journal.entries().map(({ operation }) => operation)).toEqual([
      'listActivity',
      'clearActivity',
    ]);
  });

  test.each(['har', 'tail', 'clear --yes'])('%s rejects an unknown or ambiguous name', async (command) => {
    const ids = [idOf(2), idOf(3)];
    const twins = ids.map((id) => ({ id, name: 'Twin' }));
    const { run } = await serviceWith({ workspaces: [{ name: 'Checkout' }, ...twins] });
    expect(await run([...command.split(' '), 'Chekout'])).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'No workspace has the id or name "Chekout". Did you mean Checkout? `mock-services workspaces` lists all.\n',
    });
    expect((await run([...command.split(' '), 'Twin'])).stderr).toBe(
      `"Twin" is the name of 2 workspaces:\n  ${ids.join('\n  ')}\nPass the id of one of them.\n`,
    );
  });

  test('har writes a log without credentials unless --include-credentials is passed', async () => {
    const headers = { 'x-api-key': 'hunter2' };
    const { run } = await serviceWith({
      workspaces: [{ id: idOf(1) }],
      activity: { [idOf(1)]: [{ request: { headers }, response: { body: { a: 1 } } }] },
    });
    const path = join(newFolder(), 'log.har');
    expect(await run(['har', idOf(1), '-o', path])).toEqual({
      code: 0,
      stdout: '',
      stderr: `Wrote 1 exchange to ${path}.\n`,
    });
    expect(readFileSync(path, 'utf8')).not.toContain('hunter2');
    const { stdout } = await run(['har', idOf(1), '--include-credentials']);
    expect(stdout).toContain('hunter2');
    expect(JSON.parse(stdout)).toMatchObject({
      log: { version: '1.2', entries: [{ response: { content: { text: '{"a":1}' } } }] },
    });
  });
});

describe('options', () => {
  test('--help prints the help of the program and of each command', async () => {
    const { code, stdout, stderr } = await run(['--help']);
    expect([code, stderr]).toEqual([0, '']);
    const commands = Array.from(
      stdout.matchAll(/^ {2}([a-z]+) (?:\[options\]|<|  )/gm),
      ([, name = '']) => name,
    );
    expect(commands).toEqual([
      'dump',
      'diff',
      'apply',
      'list',
      'get',
      'delete',
      'workspaces',
      'tail',
      'wait',
      'har',
      'clear',
    ]);
    const helps = await Promise.all(commands.map((name) => run([name, '--help'])));
    expect(helps.every((help) => help.code === 0 && help.stdout.includes('--url <url>'))).toBe(true);
    await expect([stdout, ...helps.map((help) => help.stdout)].join('\n')).toMatchFileSnapshot('help.txt');
  });

  test('help <command> prints the help of a command, and help that of the program', async () => {
    expect(await run(['help', 'apply'])).toEqual(await run(['apply', '--help']));
    expect(await run(['help'])).toEqual(await run(['--help']));
  });

  test('--version prints the version of the program', async () => {
    expect(await run(['--version'])).toEqual({ ...done, stdout: '1.2.3\n' });
    const version = versionAt('packages/cli');
    expect(await launch(['--version']).ended).toEqual({ ...done, stdout: `${version}\n` });
  });

  test.each<[string[], string]>([
    [['list'], 'Pass --url, or set MOCK_SERVICES_URL'],
    [[], 'Usage: npx @mock-services/cli [options] [command]\n'],
    [['diff', '', '--url', 'http://127.0.0.1:1'], '"": there is no such file.\n'],
    [['aply', 'x'], 'Unknown command aply. Did you mean apply?\nSee --help.'],
    [['diff'], "Missing required argument 'file'.\nSee --help."],
    [['list', '--jsn'], 'Unknown option --jsn. Did you mean --json?\nSee --help.'],
    [['list', '--url', 'mocks.example'], '--url must be an absolute http or https URL'],
    [['list', '--url', 'localhost:4600'], 'got "localhost:4600". Did you mean http://localhost:4600?'],
    [
      ['list', '--url', 'http://127.0.0.1:1', '--header', 'hunter2'],
      "--header must have the form 'Name: value'",
    ],
    [
      ['list', '--url', 'http://127.0.0.1:1', '--timeout', '1s'],
      '--timeout must be a number of milliseconds from 1 to 2147483647.',
    ],
    [
      ['list', '--url', 'http://127.0.0.1:1', '--timeout', '0'],
      'a number of milliseconds from 1 to 2147483647.',
    ],
    [['list', '--url', 'http://127.0.0.1:1'], 'listMockServices: no response from 127.0.0.1:1 ('],
    [
      ['list', '--url', 'http://127.0.0.1:1', '--token-file', '/none'],
      '--token-file: /none: there is no such file.\n',
    ],
    [
      ['tail', idOf(1), '--url', 'http://127.0.0.1:1', '--status', '9xx'],
      '--status must be a status such as 404',
    ],
    [
      ['tail', idOf(1), '--url', 'http://127.0.0.1:1', '--path', 'orders/*'],
      '--path must begin with / or *, not "orders/*". Use "/orders/*" or "**orders/*".',
    ],
    ...['5s', '-1', '1e3'].map((ms): [string[], string] => [
      ['tail', idOf(1), '--url', 'http://127.0.0.1:1', `--slower-than=${ms}`],
      `--slower-than must be a number of milliseconds such as 500, not "${ms}".`,
    ]),
    [
      ['tail', idOf(1), '--url', 'http://127.0.0.1:1', '--since', 'yesterday'],
      '--since must be a time such as 2026-03-01T10:00:00Z, not "yesterday".',
    ],
    [
      ['tail', idOf(1), '--url', 'http://127.0.0.1:1', '--scenario-id', 'checkout'],
      '--scenario-id must be a UUID, not "checkout".',
    ],
    [
      ['tail', idOf(1), '--url', 'http://127.0.0.1:1', '--host', 'https://a.test'],
      '--host must be a host name such as orders.example.com, not "https://a.test".',
    ],
    [
      ['wait', idOf(1), '--url', 'http://127.0.0.1:1', '--timeout', 'soon'],
      '--timeout must be a time such as',
    ],
    [['wait', idOf(1), '--url', 'http://127.0.0.1:1', '--timeout', '0s'], '--timeout must be a time such as'],
    [
      ['wait', idOf(1), '--url', 'http://127.0.0.1:1', '--timeout', '36000m'],
      '--timeout must be a time such as',
    ],
    [
      ['tail', idOf(1), '--url', 'http://127.0.0.1:1', '--request-header', 'a b: hunter2'],
      "--request-header must be a name, or have the form 'Name: value'.",
    ],
    [
      [
        'tail',
        idOf(1),
        '--url=http://127.0.0.1:1',
        '--request-header',
        'accept: hunter2',
        '--request-header',
        'Accept',
      ],
      '--request-header names the header "Accept" twice.',
    ],
    [
      [
        'wait',
        idOf(1),
        '--url=http://127.0.0.1:1',
        '--response-header',
        'a',
        '--response-header',
        'b: 1',
        '--response-header=a:hunter2',
      ],
      '--response-header names the header "a" twice.',
    ],
    [
      ['dump', '-o', '--workspaces'],
      '-o needs a value. A value that begins with a dash follows an equals sign: --output=<value>.',
    ],
    [
      ['dump', '-o=hunter2'],
      'Write -o <value> or --output=<value>, without an equals sign after -o.\nSee --help.',
    ],
    [['har', 'x', '-o='], 'Write -o <value> or --output=<value>, without an equals sign after -o.'],
    [['dump', '--activity', '--workspaces'], '--activity needs a value.'],
    [['list', '--output', 'hunter2'], 'Unknown option --output.'],
    [['list', '--output=hunter2'], 'Unknown option --output.'],
    [['list', '--var=hunter2=x'], 'Unknown option --var.\nSee --help.'],
    [['list', 'hunter2'], 'Too many arguments. Expected 0.'],
    [['list', '--\u009b31m'], 'Unknown option --\\u009b31m.'],
  ])('the program rejects the arguments %j and prints the reason', async (args, expected) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(expected);
    expect(stderr).not.toContain('hunter2');
  });

  test('the URL and token are read from the environment unless options set them', async () => {
    const { fake, url } = await serviceWith();
    const sent = () => fake.journal.entries().at(-1)?.request.headers;
    const environment = { MOCK_SERVICES_URL: url, MOCK_SERVICES_TOKEN: 'one\n' };
    expect((await run(['list', '--header', 'X-Team: shop'], { environment })).code).toBe(0);
    expect(sent()).toMatchObject({ authorization: 'Bearer one', 'x-team': 'shop' });
    const tokenFile = fileWith('two\n', 'token');
    const wrong = { ...environment, MOCK_SERVICES_URL: 'http://127.0.0.1:1' };
    expect((await run(['list', '--url', url, '--token-file', tokenFile], { environment: wrong })).code).toBe(
      0,
    );
    expect(sent()).toMatchObject({ authorization: 'Bearer two' });
    const invalid = await run(['list'], { environment: { ...environment, MOCK_SERVICES_TOKEN: 'hun ter' } });
    expect(invalid).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^MOCK_SERVICES_TOKEN (?!.*hun)/) as string,
    });
  });

  test('--timeout limits each request', async () => {
    const { fake, run } = await serviceWith();
    fake.faults.add({ operation: 'listMockServices', hang: true });
    const { code, stderr } = await run(['list', '--timeout', '20']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('of 20 ms expired') as string]);
  });

  test('--timeout is 10,000 ms by default', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    onTestFinished(() => void vi.unstubAllGlobals());
    const { stderr } = await inVirtualTime(() => run(['list', '--url', 'http://127.0.0.1:1']));
    expect(stderr).toContain('the time limit of 10000 ms expired');
  });

  test('--timeout may exceed the default time limit of a call with its retries', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    onTestFinished(() => void vi.unstubAllGlobals());
    const args = ['list', '--url', 'http://127.0.0.1:1', '--timeout', '70000'];
    const { stderr } = await inVirtualTime(() => run(args));
    expect(stderr).toMatch(
      /^listMockServices: the time limit of 70000 ms expired .* Pass a longer --timeout.\n$/,
    );
  });

  test.each([
    [3, 2000, 2],
    [3, 30_000, 2],
    [3, 100_000, 2],
    [1, 2_147_483_647, 0],
  ])('all %i attempts of a call have --timeout %i', async (attempts, timeout, expected) => {
    const fake = createFakeServer();
    let sent = 0;
    // Each response comes just in time.
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      sent += 1;
      if (attempts === 1) return fake.fetch(url, init);
      await new Promise((resolve) => setTimeout(resolve, timeout - 1));
      return new Response('{}', { status: 503 });
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    const args = ['list', '--url', fake.baseUrl, '--timeout', String(timeout)];
    const { code, stderr } = await inVirtualTime(() => run(args));
    expect([code, sent, stderr.includes('after 3 attempts')]).toEqual([expected, attempts, expected === 2]);
  });

  test.each([
    [400, undefined],
    [401, 'The service requires a valid token. Set MOCK_SERVICES_TOKEN, or pass --token-file or --header.'],
    [403, 'The token does not permit this request.'],
    [404, 'Check --url, and the id if there is one.'],
    [405, 'Check --url.'],
    [409, undefined],
    [500, undefined],
  ])('the error about a %i gives the advice %s', async (status, advice) => {
    const { fake, run } = await serviceWith();
    fake.faults.add({ operation: 'listMockServices', status, body: { reason: 7 } });
    for (const args of [['list'], ['diff', fileWith({})], ['--json', 'dump']]) {
      const [, body, ...lines] = (await run(args)).stderr.split('\n');
      expect([body, lines]).toEqual(['{"reason":7}', advice === undefined ? [''] : [advice, '']]);
    }
  });

  test.each([
    ['list', 'listMockServices', false],
    ['workspaces', 'listWorkspaces', false],
    ['get A', 'getMockService', false],
    ['dump', 'getMockService', false],
    ['diff FILE', 'getMockService', false],
    ['har Checkout', 'listActivity', true],
    ['tail Checkout', 'listActivity', true],
    ['wait Checkout', 'listActivity', true],
    ['dump --activity Checkout', 'listActivity', true],
  ] as const)(
    '%s fails if the response to %s differs, and names --validation if it has that: %s',
    async (command, operation, hasOption) => {
      const seed = { mockServices: [{ title: 'A' }], workspaces: [{ id: idOf(1), name: 'Checkout' }] };
      const { fake, run } = await serviceWith(seed);
      fake.faults.add({ operation, status: 200, body: { data: [{ id: 7 }] } });
      const args = command.split(' ').map((arg) => (arg === 'FILE' ? fileWith(seed) : arg));
      const { code, stdout, stderr } = await run(args);
      expect([code, stdout, stderr.includes('pass --validation warn')]).toEqual([2, '', hasOption]);
      expect(stderr).toContain(`${operation}: `);
    },
  );

  test('if the service is not running, the error advises checking --url', async () => {
    const { run, close } = await serviceWith();
    await close();
    const { stderr } = await run(['list']);
    expect(stderr).toContain('Check that the service is running and that --url is correct.');
    // The names of the client's options mean nothing here.
    expect(stderr).not.toContain('`');
  });

  test('if the service rejects the token, the error mentions MOCK_SERVICES_TOKEN', async () => {
    const { fake, run } = await serviceWith();
    fake.faults.add({ operation: 'listMockServices', status: 401 });
    const { code, stderr } = await run(['list']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(
        /responded with 401.\n\{.*\}\nThe service requires a valid token. Set MOCK_SERVICES_TOKEN/,
      ) as string,
    ]);
  });
});

describe('confirmation prompts', () => {
  test.each([
    ['y\n', true],
    ['YES\n', true],
    ['n\n', false],
    ['\n', false],
    ['  y \n', true],
    ['yeah\n', false],
    ['no yes\n', false],
    ['oy\n', false],
    ['', false],
  ])('the answer %j to a confirmation prompt means %j', async (typed, expected) => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const { signal } = new AbortController();
    const answer = ask('Delete?', { input, output, signal });
    // Ctrl+D ends the input.
    if (typed === '') input.end();
    else input.write(typed);
    expect(await answer).toBe(expected);
    // Otherwise, a terminal would keep the process alive.
    expect(input.isPaused()).toBe(true);
    expect(String(output.read())).toBe(`Delete? [y/N] ${typed === '' ? '\n' : ''}`);
  });

  test('Ctrl+C at a confirmation prompt changes nothing and exits with 130', async () => {
    const { fake, run } = await serviceWith({ mockServices: [orders] });
    const stopping = new AbortController();
    const [input, output] = [new PassThrough(), new PassThrough()];
    const confirm = (question: string) => {
      const answer = ask(question, { input, output, signal: stopping.signal });
      stopping.abort('SIGINT');
      return answer;
    };
    const { code, stderr } = await run(['delete', 'Orders'], { confirm, stopped: stopping.signal });
    expect([code, stderr, titlesOf(fake)]).toEqual([130, 'Stopped.\n', ['Orders']]);
  });
});

describe('the output', () => {
  const evil = `\u001b[31mA\u009b2J\r\nB${unsafeCharacters}`;

  test('the output has no control characters from titles, names, paths or bodies', async () => {
    const service = {
      title: evil,
      type: evil,
      config: { ...config(), defaultResponseHeaders: { [evil]: evil } },
    };
    const twin = `Twin${evil}`;
    const { fake, run } = await serviceWith({
      mockServices: [service, { title: twin }, { title: twin }],
      workspaces: [{ id: idOf(1), name: evil }],
      activity: { [idOf(1)]: [{ request: { method: `G${evil}`, path: `/${evil}`, hostname: evil } }] },
    });
    fake.faults.add({ operation: 'deleteMockService', status: 500, body: evil });
    const file = fileWith({ mockServices: [{ ...service, type: 'X' }, { title: `${evil}2` }] });
    const stopped = new AbortController();
    const outputs = [
      ...['list', 'workspaces', 'dump', `diff ${file}`].flatMap((line) => [
        run(line.split(' ')),
        run(['--json', ...line.split(' ')]),
      ]),
      run(['get', evil]),
      run(['get', `x${evil}`]),
      run(['har', idOf(1)]),
      run(['clear', evil], { answers: [false] }),
      run(['delete', evil, twin]),
      run(['delete', evil], { answers: [false] }),
      run(['tail', idOf(1)], { stopped: stopped.signal, onOut: () => stopped.abort('SIGINT') }),
    ];
    const printed = await Promise.all(outputs);
    printed.push(await run(['apply', file]));
    printed.push(await run(['delete', evil, '--yes']));
    for (const { stdout, stderr } of printed) {
      expect(stdout + stderr).not.toBe('');
      expect(stdout + stderr).not.toMatch(unsafe);
      expect(stdout + stderr).not.toMatch(/^B/m);
    }
    const list = printed[1]?.stdout ?? '';
    expect(JSON.parse(list)).toMatchObject([{ title: evil, type: evil }, {}, {}]);
  });

  test('the output is colored on a terminal that supports colors', async () => {
    const { run } = await serviceWith();
    const file = fileWith({ mockServices: [orders] });
    expect((await run(['diff', file], { hasColors: true })).stdout).toContain(
      '\u001b[32m+ create "Orders"\u001b[39m',
    );
  });

  test.each([
    'list',
    'workspaces',
    'get A',
    'dump --workspaces --activity W',
    'har W',
    'wait W',
    'delete A --yes',
    'diff FILE --delete',
    'apply FILE --delete --dry-run',
    'apply FILE --delete --yes',
    'apply FILE --delete --yes, which fails',
  ])('colored output differs only in its escape codes, and JSON has none: %s', async (command) => {
    const [line = '', ...failures] = command.split(', ');
    const seed = {
      mockServices: ['A', 'B', 'Old'].map((title, n) => ({
        id: idOf(n),
        title,
        createdAt: '2026-01-02T00:00:00Z',
        updatedAt: '2026-01-03T00:00:00Z',
      })),
      workspaces: [{ id: idOf(9), name: 'W', createdAt: '2026-01-02T00:00:00Z' }],
      activity: { [idOf(9)]: [{ id: idOf(8), request: { method: 'GET', path: '/x' } }] },
    };
    const file = fileWith({ mockServices: [{ title: 'A', type: 'GraphQL' }, { title: 'B' }] });
    const args = line.split(' ').map((arg) => (arg === 'FILE' ? file : arg));
    for (const json of [[], ['--json']]) {
      const [plain, colored] = await Promise.all(
        [false, true].map(async (hasColors) => {
          const { fake, url, run } = await serviceWith(seed);
          for (const _ of failures) fake.faults.add({ operation: 'updateMockService', status: 409 });
          const ended = await run([...args, ...json], { hasColors });
          const [stdout, stderr] = [ended.stdout, ended.stderr].map((text) => text.replaceAll(url, 'URL'));
          return { ...ended, stdout, stderr };
        }),
      );
      const { stdout = '', stderr = '' } = colored ?? {};
      expect({
        ...colored,
        stdout: json.length > 0 ? stdout : stripVTControlCharacters(stdout),
        stderr: stripVTControlCharacters(stderr),
      }).toEqual(plain);
    }
  });

  test.each([
    [200, 32],
    [399, 32],
    [400, 33],
    [499, 33],
    [500, 31],
  ])('tail paints the status %i with the color %i', async (statusCode, color) => {
    const { run } = await serviceWith({
      workspaces: [{ id: idOf(1) }],
      activity: { [idOf(1)]: [{ response: { statusCode } }] },
    });
    const { stdout } = await run(['wait', idOf(1)], { hasColors: true });
    expect(stdout).toContain(`\u001b[${color}m${statusCode}\u001b[39m`);
  });

  test('a progress line appears after two seconds and disappears at the end', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const lines: string[] = [];
    const { terminal } = recorder({ status: (text) => lines.push(text) });
    await withProgress(terminal, 'Reading', async (report) => {
      report(3, 10_000);
      await vi.advanceTimersByTimeAsync(1999);
      expect(lines).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      report(1234, 10_000);
      await vi.advanceTimersByTimeAsync(200);
    });
    expect(lines).toEqual(['Reading … 3 of 10,000', 'Reading … 1,234 of 10,000', '']);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ['list', ['Reading the list …']],
    ['workspaces', ['Reading the workspaces …']],
    ['get A', ['Reading …']],
    ['dump', ['Reading the service …', 'Reading the service … 1 of 2']],
    ['har W', ['Reading the log …']],
    ['diff FILE', ['Comparing the file with the service …', 'Comparing the file with the service … 1 of 2']],
    [
      'apply NEW',
      ['Comparing the file with the service …', 'Applying …', 'Applying … 1 of 2', 'Applying … 2 of 2'],
    ],
  ])('%s shows its progress on a terminal if the service is slow', async (command, expected) => {
    const mockServices = [{ title: 'A' }, { title: 'B' }];
    const fake = createFakeServer({ seed: { mockServices, workspaces: [{ id: idOf(1), name: 'W' }] } });
    let count = 0;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      count += 1;
      await new Promise((resolve) => setTimeout(resolve, 2500 + count * 600));
      return fake.fetch(url, init);
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    const files: Readonly<Record<string, unknown>> = {
      FILE: { mockServices },
      NEW: { mockServices: ['C', 'D'].map((title) => ({ title })) },
    };
    const args = command.split(' ').map((arg) => (arg in files ? fileWith(files[arg]) : arg));
    const shown: string[] = [];
    await inVirtualTime(() => run(['--url', fake.baseUrl, ...args], { status: (text) => shown.push(text) }));
    expect(shown.filter((text, index) => text !== '' && text !== shown[index - 1])).toEqual(expected);
    expect(shown.at(-1)).toBe('');
  });

  test.each([
    ['returns', () => Promise.resolve(1)],
    ['fails', () => Promise.reject(new RangeError('x'))],
  ])('no progress line appears after work that %s within two seconds', async (_, act) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const lines: string[] = [];
    const { terminal } = recorder({ status: (text) => lines.push(text) });
    await withProgress(terminal, 'Reading', act).catch(() => {});
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lines).toEqual(['']);
  });

  test('an error that nobody expected is printed as a bug, with escaped characters', async () => {
    const { terminal, printed } = recorder();
    const act = () => Promise.reject(new RangeError(`broken${evil}`));
    expect(await exitCodeOf(terminal, act)).toBe(2);
    expect(printed.stderr).toMatch(/^This is a bug in the program:\nRangeError: broken/);
    expect(printed.stdout + printed.stderr).not.toMatch(unsafe);
    expect(printed.stdout).toBe('');
  });
});
