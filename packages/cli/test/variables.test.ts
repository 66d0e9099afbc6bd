import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { apply, diff } from '../src/code-commands.ts';
import { config, directService, fileWith, idOf, run, serviceWith } from './support.ts';

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
    { id: idOf(3), title: 'Old numbers' },
    { title: 'Unlisted' },
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
  const bodies = [0, 1960].map((length) => 'x'.repeat(length) + secret);

  test.each([
    ['diff', 'getMockService'],
    ['apply --json', 'updateMockService'],
  ] as const)('%s prints no part of a value that %s repeats', async (command, operation) => {
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
  });
});

test.each<[string, (secret: string) => object]>([
  ['a URL', (s) => ({ config: { upstreams: [{ name: 'a', url: `https://${s}.test` }] } })],
  ['a list', (origin) => ({ config: { cors: { allowedOrigins: ['*', origin] } } })],
  ['a header', (x) => ({ config: { defaultResponseHeaders: { x } } })],
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

test.each(['diff', 'apply --dry-run --json'])(
  '%s shows that the service has no value yet for a variable',
  async (command) => {
    const { run: runHere } = await serviceWith({ mockServices: [{ title: 'A' }] });
    const config = { defaultResponseHeaders: { x: '${SECRET}' }, later: ['${SECRET}'] };
    const content = { variables: { SECRET: 'canary' }, mockServices: [{ title: 'A', config }] };
    const { stdout } = await runHere([...command.split(' '), fileWith(JSON.stringify(content))]);
    expect(stdout).not.toMatch(/canary|another value|"from"/);
    expect(stdout.match(command.includes('json') ? /"to"/g : /nothing → /g)).toHaveLength(2);
  },
);

test('what the service has is shown as it is, where the file uses no variable', async () => {
  const { run: runHere } = await serviceWith({
    mockServices: [
      { title: 'production line', config: config('https://production.test') },
      { title: 'Old production' },
    ],
  });
  const content = {
    variables: { STAGE: 'prod' },
    mockServices: [{ title: 'production line', config: config('https://${STAGE}.test') }],
  };
  const { stdout } = await runHere(['diff', fileWith(content), '--delete']);
  expect(stdout).toBe(
    [
      '~ update "production line"',
      '    config.upstreams[0].url: "another value" → "https://${STAGE}.test"',
      '- delete "Old production"',
      '= 0 unchanged',
      '',
    ].join('\n'),
  );
});

test('an earlier value is hidden, even if the service has the list in another order', async () => {
  const { run: runHere } = await serviceWith({
    mockServices: [
      {
        title: 'A',
        config: {
          ...config(),
          upstreams: [
            { name: 'one', url: 'https://rotated.test' },
            { name: 'two', url: 'https://two.test' },
          ],
        },
      },
    ],
  });
  const upstreams = [
    { name: 'two', url: 'https://two.test' },
    { name: 'one', url: 'https://${SECRET}.test' },
  ];
  const content = { variables: { SECRET: 'current' }, mockServices: [{ title: 'A', config: { upstreams } }] };
  for (const option of [[], ['--json']]) {
    const { stdout } = await runHere(['diff', fileWith(content), ...option]);
    expect(stdout).toContain('"two"');
    expect(stdout).not.toMatch(/rotated|current/);
  }
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

  test('keeps the variables of the file that it replaces, and writes $${ for ${', async () => {
    const log = { request: { path: '/${a}' } };
    const { run: runHere } = await serviceWith({
      mockServices: stored,
      workspaces: [{ id: idOf(1), name: 'w ${c}' }],
      activity: { [idOf(1)]: [log] },
    });
    const out = fileWith({ variables: { a: 'x', B: null }, mockServices: [] });
    const { stderr } = await runHere(['dump', '-o', out, '--workspaces', '--activity', idOf(1)]);
    expect(stderr).toContain(
      'The file keeps its variables, but has the values of the service where it had ${NAME}.',
    );
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

  test.each(['not JSON', '{ "variables": 7 }'])('replaces %s as before', async (content) => {
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
