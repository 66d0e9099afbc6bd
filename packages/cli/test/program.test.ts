import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createFakeServer, type Seed } from '@mock-services/fake-server/core';
import { demoSeed } from '@mock-services/fake-server/demo';
import { describe, expect, test, vi } from 'vitest';
import { versionAt } from '../../../tools/lib/version.ts';
import { withProgress } from '../src/terminal.ts';
import {
  config,
  contentsOf,
  fileWith,
  idOf,
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
  test('writes the mock services in the order of the service, with keys in a fixed order', async () => {
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

  test('the file is a seed that gives a fake server equal mock services', async () => {
    const { fake, run } = await serviceWith(demoSeed());
    const { stdout } = await run(['dump']);
    expect(contentsOf(createFakeServer({ seed: dumped(stdout) }))).toEqual(contentsOf(fake));
  });

  test('--workspaces and --activity complete the seed, and redact credentials', async () => {
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

  test('--activity with an unknown id is an error', async () => {
    const { run } = await serviceWith();
    expect(await run(['dump', '--activity', idOf(3)])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `No workspace has the id "${idOf(3)}".\n`,
    });
  });

  test('-o writes a file, and a failure leaves the old file and no other', async () => {
    const { fake, run } = await serviceWith({ mockServices: [orders, orders] });
    const path = join(newFolder(), 'mocks.json');
    const { code, stdout, stderr } = await run(['dump', '-o', path]);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain(`Wrote 2 mock services to ${path}.\n"Orders" is the title of 2 mock services.`);
    expect(readFileSync(path, 'utf8')).toMatch(/^\{\n {2}"\$schema"[^]*\n\}\n$/);
    writeFileSync(path, 'old');
    fake.faults.add({ operation: 'getMockService', status: 418, after: 1 });
    expect((await run(['dump', '-o', path])).code).toBe(2);
    fake.faults.clear();
    expect((await run(['dump', '-o', join(path, 'x.json')])).stderr).toContain('cannot be written');
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(dirname(path))).toEqual(['mocks.json']);
  });

  test('leaves out a mock service that is deleted while it reads', async () => {
    const { fake, run } = await serviceWith({ mockServices: [{ title: 'A' }, { title: 'B' }] });
    fake.faults.add({ operation: 'getMockService', status: 404, times: 1 });
    const { code, stdout } = await run(['dump']);
    expect([code, dumped(stdout).mockServices]).toMatchObject([0, [{ title: 'B' }]]);
  });
});

describe('diff and apply', () => {
  test('diff prints the plan and exits with 1, and with 0 after apply', async () => {
    const { fake, run } = await serviceWith({
      mockServices: [{ ...orders, title: 'Payments' }, orders, { title: 'Old' }],
    });
    const file = fileWith({
      mockServices: [{ title: 'New' }, orders, { title: 'Payments', config: config('https://new.example') }],
    });
    const plan = [
      '+ create "New"',
      '~ update "Payments"',
      '    config.upstreams[0].url: "https://catalog.example" → "https://new.example"',
      '= 1 unchanged',
      '  1 more mock service on the service (kept without --delete)',
      '',
    ].join('\n');
    expect(await run(['diff', file])).toEqual({ code: 1, stdout: plan, stderr: '' });
    expect(await run(['apply', file, '--dry-run'])).toEqual({ code: 0, stdout: plan, stderr: '' });
    expect(titlesOf(fake)).toEqual(['Payments', 'Orders', 'Old']);

    const { code, stdout, stderr } = await run(['apply', file]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /\n✓ created "New" [\da-f-]{36}\n✓ updated "Payments" [\da-f-]{36}\n1 created, 1 updated, 1 unchanged.\n$/,
    );
    expect(titlesOf(fake)).toEqual(['Payments', 'Orders', 'Old', 'New']);

    expect((await run(['diff', file])).code).toBe(0);
    fake.journal.clear();
    expect((await run(['apply', file])).stdout).toContain('\n3 unchanged.\n');
    expect(fake.journal.entries().every(({ method }) => method === 'GET')).toBe(true);
  });

  test('diff --delete also finds what only the service has', async () => {
    const { run } = await serviceWith({ mockServices: [{ title: 'Old' }] });
    expect(await run(['diff', fileWith({}), '--delete'])).toEqual({
      code: 1,
      stdout: '- delete "Old"\n= 0 unchanged\n',
      stderr: '',
    });
  });

  test('--json prints the plan of diff, and what apply did', async () => {
    const { fake, run } = await serviceWith({ mockServices: [orders] });
    const file = fileWith({ mockServices: [{ title: 'New' }, { title: 'Orders', type: 'SOAP' }] });
    const id = fake.mockServices.list()[0]?.id;
    const changes = [{ path: 'type', from: 'REST', to: 'SOAP' }];
    const update = { action: 'update', title: 'Orders', id, changes };
    expect(JSON.parse((await run(['--json', 'diff', file])).stdout)).toEqual({
      steps: [{ action: 'create', title: 'New' }, update],
      unchanged: 0,
      unlisted: 0,
    });
    const { stdout } = await run(['apply', file, '--json']);
    const created = { action: 'create', title: 'New', id: fake.mockServices.list()[1]?.id };
    expect(JSON.parse(stdout)).toEqual({
      done: [created, update],
      failed: [],
      notTried: [],
      unchanged: 0,
      unlisted: 0,
    });
  });

  test('the service chooses the id of a new mock service, and apply reports that once', async () => {
    const { fake, run } = await serviceWith();
    const file = fileWith({
      mockServices: [{ id: idOf(1), title: 'A' }, { id: idOf(2), title: 'B' }, { title: 'C' }],
    });
    const { code, stderr } = await run(['apply', file]);
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^The service chose the ids [^\n]* 2 ids in the file have no effect.[^\n]*\n$/),
    ]);
    expect(fake.mockServices.get(idOf(1))).toBeUndefined();
    expect(await run(['apply', file])).toMatchObject(done);
  });

  test('a dump of one service makes another service equal', async () => {
    const { run } = await serviceWith(demoSeed());
    const other = await serviceWith();
    const file = fileWith((await run(['dump'])).stdout);
    await other.run(['apply', file]);
    expect(contentsOf(other.fake)).toEqual(contentsOf(createFakeServer({ seed: demoSeed() })));
    expect(await other.run(['diff', file])).toMatchObject({ code: 0, stdout: '= 5 unchanged\n' });
  });

  test('an ambiguous title changes nothing', async () => {
    const { fake, run } = await serviceWith({ mockServices: [orders, orders] });
    const before = fake.snapshot();
    const { code, stderr } = await run(['apply', fileWith({ mockServices: [{ title: 'New' }, orders] })]);
    const ids = fake.mockServices
      .list()
      .map(({ id }) => `\n  ${id}`)
      .join('');
    expect([code, stderr]).toEqual([2, expect.stringContaining(`is the title of 2 mock services:${ids}`)]);
    expect(fake.snapshot().data).toEqual(before.data);
  });

  test('--delete asks on a terminal before anything is changed', async () => {
    const { fake, run } = await serviceWith({ mockServices: [{ title: 'Old' }] });
    const args = ['apply', fileWith({ mockServices: [orders] }), '--delete'];
    const refused = await run(args, { answers: [false] });
    expect([refused.code, refused.stderr]).toEqual([2, 'Delete 1 mock service?\nNothing was changed.\n']);
    expect(titlesOf(fake)).toEqual(['Old']);
    expect(await run(args, { answers: [true] })).toMatchObject({ code: 0 });
    expect(titlesOf(fake)).toEqual(['Orders']);
  });

  test('--delete asks nothing if there is nothing to delete', async () => {
    const { run } = await serviceWith({ mockServices: [orders] });
    expect(
      await run(['apply', fileWith({ mockServices: [orders] }), '--delete'], { answers: [] }),
    ).toMatchObject(done);
  });

  test('without a terminal, --delete needs --yes, and sends no request otherwise', async () => {
    const { fake, run } = await serviceWith({ mockServices: [{ title: 'Old' }] });
    const args = ['apply', fileWith({}), '--delete'];
    expect(await run(args)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Pass --yes') as string,
    });
    expect(fake.journal.entries()).toEqual([]);
    expect(await run([...args, '--dry-run'])).toMatchObject({
      code: 0,
      stdout: '- delete "Old"\n= 0 unchanged\n',
    });
    expect(await run([...args, '--yes'])).toMatchObject({ code: 0 });
    expect(titlesOf(fake)).toEqual([]);
  });

  test('a mock service that somebody else deletes in the meantime counts as deleted', async () => {
    const { fake, run } = await serviceWith({ mockServices: [{ title: 'Old' }] });
    fake.faults.add({ operation: 'deleteMockService', status: 404 });
    expect(await run(['apply', fileWith({}), '--delete', '--yes'])).toMatchObject(done);
  });

  test('a failure prints its status and body, what was done and what was not tried', async () => {
    const { fake, run } = await serviceWith({ mockServices: [orders, { title: 'Old' }] });
    const file = fileWith({
      mockServices: [{ title: 'A' }, { title: 'B' }, { title: 'C' }, { title: 'Orders', type: 'X' }],
    });
    fake.faults.add({
      operation: 'createMockService',
      status: 507,
      body: { detail: 'disk\u009b31m full' },
      after: 1,
    });
    const { code, stdout, stderr } = await run(['apply', file, '--delete', '--yes']);
    expect(code).toBe(2);
    expect(stdout).toMatch(/✓ created "A" \S+\n1 created, 0 unchanged.\n$/);
    expect(stderr).toMatch(
      /^✗ create "B" failed:\n {4}POST \S+: the service responded with 507.\n {4}\{"detail":"disk\\u009b31m full"\}\nNot tried:\n {4}\+ create "C"\n {4}~ update "Orders"\n {4}- delete "Old"\nTo continue, run the command again.\n$/,
    );
    fake.faults.clear();
    expect((await run(['apply', file, '--delete', '--yes'])).stdout).toContain(
      '2 created, 1 updated, 1 deleted, 1 unchanged.',
    );
  });

  test('--json prints a failure with its status and body', async () => {
    const { fake, run } = await serviceWith();
    fake.faults.add({ operation: 'createMockService', status: 507, body: { detail: 'full' } });
    const { stdout } = await run([
      'apply',
      '--json',
      fileWith({ mockServices: [{ title: 'A' }, { title: 'B' }] }),
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      done: [],
      failed: [{ action: 'create', title: 'A', status: 507, body: { detail: 'full' } }],
      notTried: [{ action: 'create', title: 'B' }],
    });
  });

  test('four updates run at a time, and creates run one by one', async () => {
    const names = Array.from({ length: 9 }, (_, index) => `S${index}`);
    const { fake, run } = await serviceWith({ mockServices: names.map((title) => ({ title })) });
    const most = { POST: 0, PUT: 0 };
    const now = { POST: 0, PUT: 0 };
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', async (request: Request) => {
      const method = request.method as 'POST' | 'PUT';
      if (!(method in now)) return fetch(request);
      most[method] = Math.max(most[method], (now[method] += 1));
      try {
        return await fetch(request);
      } finally {
        now[method] -= 1;
      }
    });
    const added = ['A', 'B', 'C'].map((title) => ({ title }));
    await run([
      'apply',
      fileWith({ mockServices: [...added, ...names.map((title) => ({ title, type: 'X' }))] }),
    ]);
    vi.unstubAllGlobals();
    expect(most).toEqual({ POST: 1, PUT: 4 });
    expect(titlesOf(fake)).toEqual([...names, 'A', 'B', 'C']);
  });
});

describe('a wrong file', () => {
  test.each<[string, string, string]>([
    ['text that is not JSON', '{\n  "mockServices": [,]\n}', ':2:20: invalid JSON: expected a value.'],
    ['a file that ends early', '{\n  "mockServices": [', ':2:20: invalid JSON: unexpected end of the file.'],
    ['a missing quote', '{\n  "mockServices: []\n}', ':2:20: invalid JSON: unterminated string.'],
    ['a list', '[]', ':1:1: the file: expected object, received array'],
    [
      'an unknown part',
      '{\n  "mockService": []\n}',
      ':2:18: mockService: expected one of $schema, mockServices,',
    ],
    [
      'a missing title',
      '{ "mockServices": [\n  { "id": "x" }] }',
      ':2:3: mockServices[0].title: expected string, received nothing',
    ],
    [
      'a wrong id',
      '{ "mockServices": [\n  { "title": "", "id": "x" }] }',
      ':2:24: mockServices[0].id: expected UUID, received string',
    ],
    [
      'an unknown field of an entry',
      '{ "mockServices": [{\n"title": "A", "titel": 1 }] }',
      ':2:24: mockServices[0].titel: expected one of id, type,',
    ],
    [
      'a wrong type in a config',
      '{ "mockServices": [{ "title": "A", "config": {\n"upstreams": {} } }] }',
      ':2:14: mockServices[0].config.upstreams: expected array, received object',
    ],
    [
      'a misspelled field of a config',
      '{ "mockServices": [{ "title": "A", "config": {\n"upstream": [] } }] }',
      ':2:13: mockServices[0].config.upstream: expected `upstreams`, received `upstream`',
    ],
    [
      'a misspelled field of an upstream',
      '{ "mockServices": [{ "title": "A", "config": { "upstreams": [\n{ "name": "a", "Url": "b" }] } }] }',
      ':2:23: mockServices[0].config.upstreams[0].Url: expected `url`, received `Url`',
    ],
    [
      'a wrong workspace',
      '{ "workspaces": [\n{ "name": 1 }] }',
      ':2:11: workspaces[0].name: expected string, received number',
    ],
  ])('%s is reported with its line and column', async (_name, text, expected) => {
    const { fake, run } = await serviceWith();
    const file = fileWith(text);
    for (const command of ['diff', 'apply']) {
      const { code, stdout, stderr } = await run([command, file]);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(`${file}${expected}`);
    }
    expect(fake.journal.entries()).toEqual([]);
  });

  test('all problems are reported at once, in the order of the file', async () => {
    const { run } = await serviceWith();
    const entries = [
      { title: 1 },
      { id: idOf(1), title: 'A', config: { cors: { allowedMethod: [] } } },
      { id: idOf(1).toUpperCase(), title: 'B' },
    ];
    const { stderr } = await run(['diff', fileWith({ mockServices: entries })]);
    expect(stderr).toMatch(
      /^The file has 2 problems:\n[^\n]*\[0\].title[^\n]*\n[^\n]*allowedMethod: expected `allowedMethods`[^\n]*\n$/,
    );
    const unique = await run(['diff', fileWith({ mockServices: entries.slice(1) })]);
    expect(unique.stderr).toMatch(
      /has 2 problems:[^]*:13:13: mockServices\[1\].id: expected a unique id, received the id of mockServices\[0\]\n$/,
    );
  });

  test.each([
    ['missing.json', 'there is no such file'],
    ['.', 'this is a folder'],
  ])('the path %s is an error', async (name, expected) => {
    const { run } = await serviceWith();
    expect(await run(['diff', join(newFolder(), name)])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(expected) as string,
    });
  });

  test('fields that no part of the interface names are data', async () => {
    const { fake, run } = await serviceWith();
    expect(
      await run(['apply', fileWith({ mockServices: [{ title: 'A', config: { tags: ['x'] } }] })]),
    ).toMatchObject({ code: 0 });
    expect(fake.mockServices.list()[0]?.config).toMatchObject({ tags: ['x'], upstreams: [] });
  });
});

describe('the other commands', () => {
  test('list and workspaces print tables, or JSON', async () => {
    const { fake, run } = await serviceWith(demoSeed());
    const { stdout } = await run(['list']);
    const [head, first] = stdout.split('\n');
    expect(head).toMatch(/^ID {36}TYPE {2}UPDATED {19}TITLE$/);
    expect(first).toMatch(/^[\da-f-]{36} {2}REST {2}\S+Z {2}Catalogue$/);
    expect((JSON.parse((await run(['list', '--json'])).stdout) as unknown[]).length).toBe(5);
    expect((await run(['workspaces'])).stdout).toContain('Checkout team\n');
    expect(JSON.parse((await run(['--json', 'workspaces'])).stdout)).toEqual(fake.workspaces.list());
  });

  test('get finds a mock service by its id or its title', async () => {
    const { fake, run } = await serviceWith({
      mockServices: [{ ...orders, id: idOf(1) }, { title: idOf(1) }],
    });
    expect(JSON.parse((await run(['get', 'Orders', '--json'])).stdout)).toEqual(
      fake.mockServices.get(idOf(1)),
    );
    expect((await run(['get', idOf(1).toUpperCase()])).stdout).toMatch(
      /^Orders\nid +abc[^]*"https:\/\/catalog.example"/,
    );
    expect(await run(['get', 'Nope'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('id or title "Nope"') as string,
    });
  });

  test('delete asks, and deletes nothing if a name is unknown or ambiguous', async () => {
    const { fake, run } = await serviceWith({
      mockServices: [orders, orders, { title: 'A' }, { title: 'B' }],
    });
    expect((await run(['delete', 'A', 'Nope', '--yes'])).code).toBe(2);
    expect((await run(['delete', 'A', 'Orders', '--yes'])).stderr).toContain(
      'is the title of 2 mock services',
    );
    expect((await run(['delete', 'A'])).stderr).toContain('Pass --yes');
    expect((await run(['delete', 'A'], { answers: [false] })).code).toBe(2);
    expect(titlesOf(fake)).toEqual(['Orders', 'Orders', 'A', 'B']);
    const { code, stderr } = await run(['delete', 'A', 'B', 'A'], { answers: [true] });
    expect([code, stderr]).toEqual([0, expect.stringContaining('Delete 2 mock services?') as string]);
    expect(titlesOf(fake)).toEqual(['Orders', 'Orders']);
  });

  test('clear asks, and empties the log of a workspace', async () => {
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

  test('har writes a log, without credentials unless they are asked for', async () => {
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
  test('the program prints its help and the help of each command', async () => {
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
      'har',
      'clear',
    ]);
    const helps = await Promise.all(commands.map((name) => run([name, '--help'])));
    expect(helps.every((help) => help.code === 0 && help.stdout.includes('--url <url>'))).toBe(true);
    await expect([stdout, ...helps.map((help) => help.stdout)].join('\n')).toMatchFileSnapshot('help.txt');
  });

  test('the program prints its version', async () => {
    expect(await run(['--version'])).toEqual({ ...done, stdout: '1.2.3\n' });
    const version = versionAt('packages/cli');
    expect(await launch(['--version']).ended).toEqual({ ...done, stdout: `${version}\n` });
  });

  test.each<[string[], string]>([
    [['list'], 'Pass --url, or set MOCK_SERVICES_URL'],
    [['aply', 'x'], "unknown command 'aply'\n(Did you mean apply?)\nSee --help."],
    [['diff'], "missing required argument 'file'"],
    [['list', '--jsn'], "unknown option '--jsn'\n(Did you mean --json?)"],
    [['list', '--url', 'mocks.example'], '--url must be an absolute http or https URL'],
    [
      ['list', '--url', 'http://127.0.0.1:1', '--header', 'hunter2'],
      "--header must have the form 'Name: value'",
    ],
    [
      ['list', '--url', 'http://127.0.0.1:1', '--timeout', '1s'],
      '--timeout must be a number of milliseconds, not "1s".',
    ],
    [['list', '--url', 'http://127.0.0.1:1', '--token-file', '/none'], '--token-file: /none cannot be read.'],
    [
      ['tail', idOf(1), '--url', 'http://127.0.0.1:1', '--status', '9xx'],
      '--status must be a status such as 404',
    ],
    [['tail', 'x', '--url', 'http://127.0.0.1:1'], 'workspaceId: expected UUID'],
    [['list', '--\u009b31m'], "unknown option '--\\u009b31m'"],
  ])('%j is an error', async (args, expected) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(expected);
    expect(stderr).not.toContain('hunter2');
  });

  test('the environment has the URL and the token, and options come first', async () => {
    const { fake, url } = await serviceWith();
    const sent = () => fake.journal.entries().at(-1)?.headers;
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

  test('a rejected token is reported with advice', async () => {
    const { fake, run } = await serviceWith();
    fake.faults.add({ operation: 'listMockServices', status: 401 });
    const { code, stderr } = await run(['list']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/responded with 401.\n\{.*\}\nSet MOCK_SERVICES_TOKEN/) as string,
    ]);
  });
});

describe('the output', () => {
  const evil = '\u001b[31mA\u009b2J\r\nB\u202e';

  test('never contains control characters from titles, names, paths and bodies', async () => {
    const service = {
      title: evil,
      type: evil,
      config: { ...config(), defaultResponseHeaders: { [evil]: evil } },
    };
    const { fake, run } = await serviceWith({
      mockServices: [service, { title: 'Twin' }, { title: 'Twin' }],
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
      run(['tail', idOf(1)], { stopped: stopped.signal, onOut: () => stopped.abort('SIGINT') }),
    ];
    const printed = await Promise.all(outputs);
    printed.push(await run(['apply', file]));
    printed.push(await run(['delete', evil, '--yes']));
    for (const { stdout, stderr } of printed) {
      expect(stdout + stderr).not.toBe('');
      expect(stdout + stderr).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
      expect(stdout + stderr).not.toMatch(/^B/m);
    }
    const list = printed[1]?.stdout ?? '';
    expect(JSON.parse(list)).toMatchObject([{ title: evil, type: evil }, {}, {}]);
  });

  test('has colors on a terminal that supports them', async () => {
    const { run } = await serviceWith();
    const file = fileWith({ mockServices: [orders] });
    expect((await run(['diff', file], { hasColors: true })).stdout).toContain(
      '\u001b[32m+ create "Orders"\u001b[39m',
    );
  });

  test('a progress line appears after two seconds, and disappears at the end', async () => {
    vi.useFakeTimers();
    const lines: string[] = [];
    const { terminal } = recorder({ status: (text) => lines.push(text) });
    const work = withProgress(terminal, 'Reading', async (report) => {
      report(3, 10_000);
      await vi.advanceTimersByTimeAsync(1999);
      expect(lines).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      report(1234, 10_000);
      await vi.advanceTimersByTimeAsync(200);
    });
    await work.finally(() => vi.useRealTimers());
    expect(lines).toEqual(['Reading … 3 of 10,000', 'Reading … 1,234 of 10,000', '']);
  });
});
