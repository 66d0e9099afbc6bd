import { readFileSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { apply, diff } from '../src/code-commands.ts';
import type { OperationId } from '@mock-services/sdk/contract';
import { createFakeServer, type Seed } from '@mock-services/fake-server/core';
import { config, contentsOf, directService, fileWith, idOf, run, serviceWith } from './support.ts';

/** Words that occur nowhere else. `SHORT` is always a whole string. */
const values = { HOST: 'canary-host.example', STAGE: 'canary ü "stage"', SHORT: 'q7', NUMBER: '4711' };
const canaries = /canary|q7|4711/;
const file = {
  variables: { HOST: null, STAGE: null, SHORT: 'q7', NUMBER: '4711' },
  mockServices: [
    { title: 'Orders ${STAGE}', config: { upstreams: [{ name: '${SHORT}', url: 'https://${HOST}/v1' }] } },
    {
      title: '${SHORT}',
      config: { defaultResponseHeaders: { 'x-stage': '${STAGE}', 'x-literal': '$${HOST}' } },
    },
    { title: 'Numbers', id: idOf(3), config: { cors: { allowedOrigins: ['https://${HOST}', '${NUMBER}'] } } },
  ],
};
const path = () => fileWith(JSON.stringify(file));
const given = Object.entries(values)
  .slice(0, 2)
  .map(([name, value]) => `${name}=${value}`);
const options = { var: given };
const titles = [`Orders ${values.STAGE}`, values.SHORT, 'Numbers'];

test('apply writes values, and afterwards diff finds no difference', async () => {
  const { fake, run: runHere } = await serviceWith();
  const environment = { MOCK_SERVICES_VAR_HOST: values.HOST };
  const args = [path(), '--var', given[1] ?? ''];
  const applied = await runHere(['apply', ...args], { environment });
  expect(applied).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('+ create "Orders ${STAGE}"\n+ create "${SHORT}"\n') as string,
    stderr: expect.stringContaining(
      'Variables: HOST from MOCK_SERVICES_VAR_HOST, STAGE from --var, SHORT from the file, NUMBER from the file.\n',
    ) as string,
  });
  const stored = fake.mockServices.list();
  expect(stored.map(({ title }) => title)).toEqual(titles);
  expect(stored.map((service) => service.config)).toMatchObject([
    { upstreams: [{ name: 'q7', url: 'https://canary-host.example/v1' }] },
    { defaultResponseHeaders: { 'x-stage': values.STAGE, 'x-literal': '${HOST}' } },
    { cors: { allowedOrigins: ['https://canary-host.example', '4711'] } },
  ]);
  expect(await runHere(['diff', ...args], { environment })).toMatchObject({
    code: 0,
    stdout: '= 3 unchanged\n',
  });
  const other = await runHere(['diff', path(), '--var', given[1] ?? '', '--var', 'HOST=other.example']);
  expect(other.stdout).toContain('    config.upstreams[0].url: "another value" → "https://${HOST}/v1"\n');
});

describe('no value of a variable is printed', () => {
  const existing = [
    {
      title: titles[0],
      config: { ...config(), upstreams: [{ name: 'q7', url: `https://${values.HOST}/v0` }] },
    },
    {
      title: values.SHORT,
      config: { ...config(), defaultResponseHeaders: { 'x-stage': `old ${values.STAGE}` } },
    },
    { id: idOf(3), title: `was ${values.STAGE}` },
    { title: `unlisted ${values.HOST}` },
  ];
  const echo = {
    status: 400,
    body: { error: `canary-host.example is not ${values.STAGE}`, n: ['4711'] },
  } as const;

  test.each<[string, Parameters<typeof directService>]>([
    ['for new mock services', [{}]],
    ['for updates and deletes', [{ mockServices: existing }]],
    [
      'if the service repeats it in an error',
      [
        { mockServices: existing.slice(0, 2) },
        (fake) => (fake.faults.add({ operation: 'createMockService', ...echo }), {}),
      ],
    ],
    [
      'if the service repeats it in an error about the first step, so that others are not tried',
      [
        { mockServices: existing },
        (fake) => (fake.faults.add({ operation: 'updateMockService', ...echo }), {}),
      ],
    ],
    [
      'if the service stores another value',
      [
        { mockServices: existing },
        (fake) => ({
          fetch: async (url, init) =>
            fake.fetch(url, {
              ...init,
              ...(typeof init.body === 'string' && { body: init.body.replaceAll('/v1', '/v2') }),
            }),
        }),
      ],
    ],
    ['if a title is not unique', [{ mockServices: [0, 1].map(() => ({ title: titles[0] })) }]],
  ])('%s', async (_name, service) => {
    for (const json of [false, true]) {
      for (const command of ['diff', 'dry run', 'apply']) {
        const { context, printed } = directService(...service);
        const all = { ...options, delete: true, yes: true, dryRun: command === 'dry run' };
        const act = command === 'diff' ? diff : apply;
        const message = await act({ ...context, json }, path(), all).then(
          () => '',
          (error: unknown) => String(error),
        );
        // The service's own titles of mock services that the file does not list are shown, without the values.
        expect(`${message}${printed.stdout}${printed.stderr}`).not.toMatch(canaries);
        expect(`${message}${printed.stdout}`).toContain('${STAGE}');
      }
    }
  });
});

describe('in the body of a failed request', () => {
  const secret = `canary "x"\n\u200e${'canary-'.repeat(10)}`;
  const content = {
    variables: { SECRET: secret },
    mockServices: [{ title: 'A', config: { defaultResponseHeaders: { x: '${SECRET}' } } }, { title: 'B' }],
  };
  // Of a longer body, 2,000 characters are printed.
  const bodies = [0, 1930, 1960, 1990, 1999].map((length) => 'x'.repeat(length) + secret);

  test.each([
    ['diff', 'listMockServices'],
    ['diff', 'getMockService'],
    ['apply', 'listMockServices'],
    ['apply', 'getMockService'],
    ['apply', 'createMockService'],
    ['apply', 'updateMockService'],
    ['apply --json', 'updateMockService'],
  ] as const)(
    '%s prints no value that the response to %s repeats, even in part',
    async (command, operation) => {
      for (const text of bodies)
        for (const body of [text, { text }, { [text]: [text] }]) {
          const { fake, run: runHere } = await serviceWith({ mockServices: [{ title: 'A' }] });
          fake.faults.add({ operation, status: 400, body });
          const [name = '', ...more] = command.split(' ');
          const { code, stdout, stderr } = await runHere([name, fileWith(JSON.stringify(content)), ...more]);
          expect([code, stdout + stderr]).toEqual([2, expect.not.stringContaining('canary')]);
          expect(stderr).toContain('the service responded with 400.\n');
          expect(stderr).toContain(text.length === secret.length ? '${SECRET}' : 'xxx');
        }
    },
  );
});

test.each(['diff', 'apply', 'apply --json'])(
  '%s does not replace a value inside a name that it has inserted',
  async (command) => {
    const { fake, run: runHere } = await serviceWith({ mockServices: [{ title: 'A' }] });
    const url = 'https://orders.test/v1';
    fake.faults.add({ operation: 'getMockService', status: 400, body: { [url]: url } });
    const content = {
      variables: { STAGE: 'ORDERS', ORDERS_URL: url },
      mockServices: [{ title: 'A', type: '${STAGE} ${ORDERS_URL}' }],
    };
    const { stderr } = await runHere([...command.split(' '), fileWith(JSON.stringify(content))]);
    expect(stderr).toContain('{"${ORDERS_URL}":"${ORDERS_URL}"}\n');
  },
);

test.each<[string, (secret: string) => object]>([
  ['the type', (type) => ({ type })],
  ['a name', (name) => ({ config: { upstreams: [{ name, url: 'https://a.test' }] } })],
  ['a URL', (s) => ({ config: { upstreams: [{ name: 'a', url: `https://${s}.test` }] } })],
  ['a list', (origin) => ({ config: { cors: { allowedOrigins: ['*', origin] } } })],
  ['a header', (x) => ({ config: { defaultResponseHeaders: { x } } })],
  ['a header that is a list', (x) => ({ config: { defaultResponseHeaders: { x: [1, `Bearer ${x}`] } } })],
  ['a header that is an object', (x) => ({ config: { defaultResponseHeaders: { x: { y: [x] } } } })],
  ['a field of later versions', (x) => ({ config: { later: { list: [{ x }, { y: [x] }] } } })],
])('the earlier value of a variable in %s is not printed', async (_, entryWith) => {
  const content = JSON.stringify({
    variables: { SECRET: null },
    mockServices: [{ title: 'A', ...entryWith('${SECRET}') }],
  });
  for (const json of [false, true])
    for (const command of ['diff', 'dry run', 'apply']) {
      const { context, printed } = directService({ mockServices: [{ title: 'A', ...entryWith('rotated') }] });
      const all = { var: ['SECRET=current'], dryRun: command === 'dry run' };
      expect(await (command === 'diff' ? diff : apply)({ ...context, json }, fileWith(content), all)).toBe(
        command === 'diff' ? 1 : 0,
      );
      expect(printed.stdout).toMatch(
        json || command !== 'apply' ? /another value[^]*\$\{SECRET\}/ : /updated "A"/,
      );
      expect(printed.stdout + printed.stderr).not.toMatch(/rotated|current/);
    }
});

test.each(['diff', 'apply --dry-run', 'apply --dry-run --json', 'diff --json'])(
  '%s shows that the service has no value yet where the file has a variable',
  async (command) => {
    const { run: runHere } = await serviceWith({ mockServices: [{ title: 'A' }] });
    const config = { defaultResponseHeaders: { x: '${SECRET}' }, later: ['${SECRET}'] };
    const content = { variables: { SECRET: 'canary' }, mockServices: [{ title: 'A', config }] };
    const { stdout } = await runHere([...command.split(' '), fileWith(JSON.stringify(content))]);
    expect(stdout).not.toMatch(/canary|another value|"from"/);
    expect(stdout.match(command.includes('json') ? /"to"/g : /nothing → /g)).toHaveLength(2);
  },
);

test.each<[string, Seed, OperationId | undefined]>([
  ['is created', {}, undefined],
  ['cannot be created', {}, 'createMockService'],
  ['is updated', { mockServices: [{ id: idOf(0xab), title: 'A' }] }, undefined],
  ['cannot be updated', { mockServices: [{ id: idOf(0xab), title: 'A' }] }, 'updateMockService'],
  ['equals the file', { mockServices: [{ id: idOf(0xab), title: 'A', type: 'X' }] }, undefined],
])('the value of a variable that is an id is not printed if the mock service %s', async (_, seed, fails) => {
  const mockServices = [
    { id: '${ID}', title: 'A', type: 'X' },
    // A step of each kind is not tried if the first one fails.
    { id: '${OTHER}', title: 'B', type: 'X' },
  ];
  const variables = { ID: idOf(0xab), OTHER: idOf(0xcd) };
  const file = fileWith(JSON.stringify({ variables, mockServices }));
  for (const line of ['diff', 'apply --dry-run', 'apply'])
    for (const json of [[], ['--json']]) {
      const { fake, run: runHere } = await serviceWith(seed);
      if (fails !== undefined) fake.faults.add({ operation: fails, status: 400 });
      const { stdout, stderr } = await runHere([...line.split(' '), file, ...json]);
      expect([line, stdout + stderr]).toEqual([line, expect.not.stringMatching(/abcdef00-/)]);
      expect(stdout).not.toBe('');
    }
});

describe('in the text of the service', () => {
  const other = { title: 'Other', config: config('https://abc.abcd.abcd-ef.test') };

  test.each([
    ['abc', '"https://abc.abcd.abcd-ef.test"'],
    ['abcd', '"https://abc.${A}.${A}-ef.test"'],
  ])(
    'the value %s of a variable is replaced only if it is longer than three characters',
    async (value, text) => {
      const { run: runHere } = await serviceWith({ mockServices: [other] });
      const content = {
        variables: { A: value },
        mockServices: [{ title: 'Other', config: config('https://b.test') }],
      };
      const { stdout } = await runHere(['diff', fileWith(JSON.stringify(content))]);
      expect(stdout).toContain(`    config.upstreams[0].url: ${text} → "https://b.test"\n`);
    },
  );

  test.each([
    ['A', 'B'],
    ['B', 'A'],
  ])('the longest value of a variable is replaced first, whatever their order: %s, %s', async (...names) => {
    const { run: runHere } = await serviceWith({ mockServices: [other] });
    const all: Readonly<Record<string, string>> = { A: 'abcd', B: 'abcd-ef' };
    const content = {
      variables: Object.fromEntries(names.map((name) => [name, all[name]])),
      mockServices: [{ title: 'Other', config: config('https://b.test') }],
    };
    const { stdout } = await runHere(['diff', fileWith(JSON.stringify(content))]);
    expect(stdout).toContain('"https://abc.${A}.${B}.test"');
  });

  test('a value with quotes and line breaks is replaced where it is quoted', async () => {
    const value = 'first "line"\nü';
    const { run: runHere } = await serviceWith({ mockServices: [{ title: `was ${value}` }] });
    const content = { variables: { A: value }, mockServices: [{ title: 'x ${A}' }] };
    const { stdout } = await runHere(['diff', fileWith(JSON.stringify(content)), '--delete']);
    expect(stdout).toBe('+ create "x ${A}"\n- delete "was ${A}"\n= 0 unchanged\n');
  });
});

describe('dump', () => {
  const stored = [{ title: 'A', config: { ...config(), defaultResponseHeaders: { x: '${a} $${b} $' } } }];

  test('writes a file without variables, in which ${ has no meaning', async () => {
    const { fake, run: runHere } = await serviceWith({ mockServices: stored });
    const out = fileWith('');
    await runHere(['dump', '-o', out]);
    expect(JSON.parse(readFileSync(out, 'utf8'))).not.toHaveProperty('variables');
    expect(await runHere(['diff', out])).toMatchObject({ code: 0 });
    expect(fake.mockServices.list()).toMatchObject(stored);
  });

  const linkTo = (path: string) => {
    symlinkSync(path, `${path}.link`);
    return `${path}.link`;
  };

  test.each<[string, string, (path: string) => string]>([
    ['keeps the variables of the file that it replaces, and writes $${ for ${', '', (path) => path],
    ['keeps the variables of a file with a byte order mark', '\uFEFF', (path) => path],
    ['keeps the variables of a file to which a link leads', '', linkTo],
  ])('%s', async (_, mark, pathTo) => {
    const log = { request: { path: '/${a}' } };
    const { run: runHere } = await serviceWith({
      mockServices: stored,
      workspaces: [{ id: idOf(1), name: 'w ${c}' }],
      activity: { [idOf(1)]: [log] },
    });
    const out = pathTo(fileWith(mark + JSON.stringify({ variables: { a: 'x', B: null }, mockServices: [] })));
    const { stderr } = await runHere(['dump', '-o', out, '--workspaces', '--activity', idOf(1)]);
    expect(stderr).toContain('The file keeps its variables, but no value refers to them any more.');
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({
      variables: { a: 'x', B: null },
      mockServices: [{ config: { defaultResponseHeaders: { x: '$${a} $$${b} $' } } }],
      workspaces: [{ name: 'w $${c}' }],
      activity: { [idOf(1)]: [log] },
    });
    expect(await runHere(['diff', out, '--var', 'B=y'])).toMatchObject({
      code: 0,
      stdout: '= 1 unchanged\n',
    });
  });

  test('keeps the variables only of the file that it writes', async () => {
    const { run: runHere } = await serviceWith({ mockServices: stored });
    for (const more of [[], ['-o', '-']]) {
      const { stdout, stderr } = await runHere(['dump', ...more]);
      expect(stderr).toBe('');
      expect(JSON.parse(stdout)).not.toHaveProperty('variables');
      expect(JSON.parse(stdout)).toMatchObject({ mockServices: stored });
    }
  });

  test('escapes ${ where a file may have variables, but in no field name and no log', async () => {
    const text = '${a} $${a} ${';
    const all = {
      mockServices: [
        {
          type: text,
          title: text,
          config: {
            cors: { allowedOrigins: [text], allowedMethods: [text], allowedHeaders: [text] },
            defaultResponseHeaders: { [text]: [{ [text]: text }] },
            upstreams: [{ name: text, url: 'https://a.test' }],
            [text]: { [text]: text },
          },
        },
      ],
      workspaces: [{ id: idOf(1), name: text }],
      configurations: { [idOf(1)]: { type: text, title: text, config: { ...config(), [text]: [text] } } },
      activity: { [idOf(1)]: [{ request: { path: '/${a}', headers: { x: text } } }] },
    };
    const { run: runHere } = await serviceWith(all);
    const plain = fileWith('');
    const [out, empty] = [fileWith({ variables: { a: 'x' } }), fileWith({ variables: {} })];
    for (const path of [plain, out, empty])
      expect((await runHere(['dump', '-o', path, '--workspaces', '--activity', idOf(1)])).code).toBe(0);
    // A seed with variables, one without, and one with an empty list of them give the same data.
    const [one, ...others] = [plain, out, empty].map((path) => {
      const fake = createFakeServer({ seed: JSON.parse(readFileSync(path, 'utf8')) as Seed });
      const { workspaces, activity } = fake;
      return [
        contentsOf(fake),
        workspaces.list(),
        workspaces.getConfiguration(idOf(1)),
        activity.list(idOf(1)),
      ];
    });
    expect(others).toEqual([one, one]);
    expect(one).toMatchObject([all.mockServices, all.workspaces, all.configurations[idOf(1)] ?? {}, [{}]]);
    for (const path of [out, empty]) expect(await runHere(['diff', path])).toMatchObject({ code: 0 });
  });

  test.each(['not JSON', '[]', '{ "variables": [] }', 'null'])('replaces %s as before', async (content) => {
    const { run: runHere } = await serviceWith({ mockServices: stored });
    const out = fileWith(content);
    expect(await runHere(['dump', '-o', out])).toMatchObject({
      code: 0,
      stderr: `Wrote 1 mock service to ${out}.\n`,
    });
    expect(await runHere(['diff', out])).toMatchObject({ code: 0 });
  });
});

test('a file from stdin may have variables', async () => {
  const { fake, url } = await serviceWith();
  const stdin = JSON.stringify(file);
  const vars = given.flatMap((value) => ['--var', value]);
  expect(await run(['apply', '-', '--url', url, ...vars], { stdin })).toMatchObject({ code: 0 });
  expect(fake.mockServices.list().map(({ title }) => title)).toEqual(titles);
});
