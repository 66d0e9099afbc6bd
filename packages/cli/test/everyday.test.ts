/** What people do with the program every day, within this process. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFakeServer, demoSeed, type Seed } from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import {
  config,
  contentsOf,
  fileWith,
  idOf,
  logSeed,
  newFolder,
  run,
  serviceWith,
  titlesOf,
  virtualService,
} from './support.ts';

const orders = { title: 'Orders', config: config() };

describe('mock services as code', () => {
  test('a dump of a service makes another service equal to the first', async () => {
    const { run } = await serviceWith(demoSeed());
    const other = await serviceWith();
    const file = join(newFolder(), 'mocks.json');
    expect(await run(['dump', '-o', file])).toEqual({
      code: 0,
      stdout: '',
      stderr: `Wrote 5 mock services to ${file}.\n`,
    });
    expect(await other.run(['apply', file])).toMatchObject({ code: 0 });
    expect(contentsOf(other.fake)).toEqual(contentsOf(createFakeServer({ seed: demoSeed() })));
    expect(await other.run(['diff', file])).toMatchObject({ code: 0, stdout: '= 5 unchanged\n' });
  });

  test('a dump is a seed of the fake server', async () => {
    const { fake, run } = await serviceWith(demoSeed());
    const { stdout } = await run(['dump']);
    expect(contentsOf(createFakeServer({ seed: JSON.parse(stdout) as Seed }))).toEqual(contentsOf(fake));
  });

  test('diff prints the plan and exits with 1; after apply, it exits with 0', async () => {
    const { fake, url, run } = await serviceWith({
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
    const planned = `Plan for ${url}\n${plan}`;
    expect(await run(['apply', file, '--dry-run'])).toEqual({ code: 0, stdout: planned, stderr: '' });
    expect(titlesOf(fake)).toEqual(['Payments', 'Orders', 'Old']);

    const { code, stdout, stderr } = await run(['apply', file]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /\n✓ created "New" [\da-f-]{36}\n✓ updated "Payments" [\da-f-]{36}\n1 created, 1 updated, 1 unchanged.\n$/,
    );
    expect(titlesOf(fake)).toEqual(['Payments', 'Orders', 'Old', 'New']);

    expect((await run(['diff', file])).code).toBe(0);
    fake.journal.clear();
    expect((await run(['apply', file])).stdout).toBe(
      `Plan for ${url}\n= 3 unchanged\n  1 more mock service on the service (kept without --delete)\n`,
    );
    expect(fake.journal.entries().every(({ request }) => request.method === 'GET')).toBe(true);
  });

  test('without a terminal, --delete sends no request unless --yes is passed', async () => {
    const { fake, url, run } = await serviceWith({ mockServices: [{ title: 'Old' }] });
    const args = ['apply', fileWith({ mockServices: [] }), '--delete'];
    expect(await run(args)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Pass --yes') as string,
    });
    expect(fake.journal.entries()).toEqual([]);
    expect(await run([...args, '--dry-run'])).toMatchObject({
      code: 0,
      stdout: `Plan for ${url}\n- delete "Old"\n= 0 unchanged\n`,
    });
    expect(await run([...args, '--yes'])).toMatchObject({ code: 0 });
    expect(titlesOf(fake)).toEqual([]);
  });

  test('apply stores fields that the interface does not define', async () => {
    const { fake, run } = await serviceWith();
    const file = fileWith({ mockServices: [{ title: 'A', config: { tags: ['x'] } }] });
    expect(await run(['apply', file])).toMatchObject({ code: 0 });
    expect(fake.mockServices.list()[0]?.config).toMatchObject({ tags: ['x'], upstreams: [] });
  });

  test.each(['diff', 'apply'])('%s rejects a misspelled field before it sends a request', async (command) => {
    const { fake, run } = await serviceWith();
    const file = fileWith('{ "mockServices": [{ "title": "A", "config": {\n"upstream": [] } }] }');
    const { code, stdout, stderr } = await run([command, file]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(
      `${file}:2:13: mockServices[0].config.upstream: expected \`upstreams\`, received \`upstream\``,
    );
    expect(fake.journal.entries()).toEqual([]);
  });
});

describe('the mock services', () => {
  test('list and workspaces print tables, or JSON with --json', async () => {
    const { fake, run } = await serviceWith(demoSeed());
    const [head, first] = (await run(['list'])).stdout.split('\n');
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
    const found = await run(['get', 'Orders', '--json']);
    expect(JSON.parse(found.stdout)).toEqual(fake.mockServices.get(idOf(1)));
    // The id wins, in any letter case, over a title that is the same.
    for (const id of [idOf(1), idOf(1).toUpperCase()])
      expect((await run(['get', id])).stdout).toMatch(/^Orders\nid +abc[^]*"https:\/\/catalog.example"/);
    expect(await run(['get', 'Nope'])).toMatchObject({
      code: 2,
      stderr: 'No mock service has the id or title "Nope". `mock-services list` lists all.\n',
    });
  });
});

describe('the log of a workspace', () => {
  test('tail prints one line per exchange, and new exchanges as they are recorded', async () => {
    const { fake, run } = virtualService(logSeed({ request: { path: '/old' } }));
    const stopping = new AbortController();
    const lines: string[] = [];
    const steps = [
      () =>
        fake.activity.record(idOf(1), {
          timestamp: '2026-01-02T03:04:05.678Z',
          request: { method: 'POST', hostname: 'shop.example', path: '/new?to=https://a.test/' },
          response: { statusCode: 503, responseTimeMs: 12 },
        }),
      () => fake.activity.record(idOf(1), { request: { hostname: '::1', port: 8443, path: 'orders' } }),
      () => stopping.abort('SIGINT'),
    ];
    const onOut = (line: string) => steps[lines.push(line) - 1]?.();
    const ended = await run(['tail', 'Checkout'], { stopped: stopping.signal, onOut });
    expect(ended).toMatchObject({ code: 130, stderr: '' });
    expect(lines).toEqual([
      expect.stringContaining('/old  '),
      '2026-01-02 03:04:05  503  POST    shop.example/new?to=https://a.test/  12 ms',
      expect.stringContaining('  [::1]:8443/orders  '),
    ]);
  });

  test('wait exits with 0 if an exchange matches, and with 1 if there is none in time', async () => {
    const { run } = virtualService(logSeed({ request: { path: '/a' } }, { request: { path: '/b/1' } }));
    const found = await run(['wait', 'Checkout', '--path', '/b/:id']);
    expect([found.code, found.stdout]).toEqual([0, expect.stringContaining('/b/1 ')]);
    const { code, stderr } = await run(['wait', 'Checkout', '--path', '/c', '--timeout', '5s']);
    expect([code, stderr]).toEqual([
      1,
      'No exchange matched within 5s. Pass a longer --timeout, or fewer filters.\n',
    ]);
  });

  test('har writes a log without credentials unless --include-credentials is passed', async () => {
    const headers = { 'x-api-key': 'hunter2' };
    const { run } = await serviceWith(logSeed({ request: { headers }, response: { body: { a: 1 } } }));
    const path = join(newFolder(), 'log.har');
    expect(await run(['har', 'Checkout', '-o', path])).toEqual({
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

  test('clear asks first without --yes, and empties the log of a workspace', async () => {
    const { fake, run } = await serviceWith(logSeed({}, {}));
    expect((await run(['clear', idOf(1)])).code).toBe(2);
    expect((await run(['clear', idOf(1)], { answers: [false] })).code).toBe(2);
    expect(fake.activity.list(idOf(1))).toHaveLength(2);
    expect((await run(['clear', 'Checkout', '--yes'])).code).toBe(0);
    expect(fake.activity.list(idOf(1))).toEqual([]);
  });
});

describe('options and errors', () => {
  test('the URL and token are read from the environment unless options set them', async () => {
    const { fake, url } = await serviceWith();
    const sent = () => fake.journal.entries().at(-1)?.request.headers;
    const environment = { MOCK_SERVICES_URL: url, MOCK_SERVICES_TOKEN: 'one\n' };
    expect((await run(['list', '--header', 'X-Team: shop'], { environment })).code).toBe(0);
    expect(sent()).toMatchObject({ authorization: 'Bearer one', 'x-team': 'shop' });
    const wrong = { ...environment, MOCK_SERVICES_URL: 'http://127.0.0.1:1' };
    const args = ['list', '--url', url, '--token-file', fileWith('two\n', 'token')];
    expect((await run(args, { environment: wrong })).code).toBe(0);
    expect(sent()).toMatchObject({ authorization: 'Bearer two' });
  });

  test.each<[string[], string]>([
    [['list'], 'with --url or in MOCK_SERVICES_URL'],
    [['aply', 'x'], 'Unknown command aply. Did you mean apply?\nSee --help.'],
    [['list', '--jsn'], 'Unknown option --jsn. Did you mean --json?\nSee --help.'],
    [
      ['diff'],
      'The argument <file> is missing. Expected file of mock services, or - for stdin.\nSee --help.',
    ],
  ])('the program rejects the arguments %j and prints the reason', async (args, expected) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(expected);
  });

  test('if the service is not running, the error advises checking --url', async () => {
    const { run, close } = await serviceWith();
    await close();
    const { code, stderr } = await run(['list']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('Check that the service is running and that --url is correct.'),
    ]);
    // The names of the client's options mean nothing here.
    expect(stderr).not.toContain('`');
  });

  test('if the service requires a token, the error mentions MOCK_SERVICES_TOKEN', async () => {
    const { fake, run } = await serviceWith();
    fake.faults.add({ operation: 'listMockServices', status: 401 });
    const { code, stderr } = await run(['list']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/responded with 401.\n\{.*\}\nNo token was given. Set MOCK_SERVICES_TOKEN/);
  });
});
