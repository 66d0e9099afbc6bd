/** The command line and the fake server replace the variables of a file in the same way. */
import { describe, expect, test } from 'vitest';
import { readSeedFile } from '@mock-services/cli-kit';
import { createClient } from '@mock-services/sdk';
import { fileWith, run } from '../../../checks/programs/programs.ts';
import { escaped, recorder, unsafe, unsafeCharacters } from './terminal.ts';

const seed = {
  variables: { ORDERS_URL: 'https://orders.test', STAGE: null },
  mockServices: [
    { title: 'Orders ${STAGE}', config: { upstreams: [{ name: 'live', url: '${ORDERS_URL}/v1' }] } },
  ],
};
const text = JSON.stringify(seed, null, 2);

interface Given {
  readonly options?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs both programs with a file, and returns what each prints to stderr, without the file's name. */
async function printedFor(content: string, { options = [], environment = {} }: Given = {}) {
  const path = fileWith(content);
  const given = options.flatMap((value) => ['--var', value]);
  const cli = await run('cli', ['diff', path, '--url', 'http://127.0.0.1:1', ...given], { environment });
  const fake = await run('fake', ['--port', '0', '--seed', path, ...given], { environment });
  return { cli, fake, stderr: [cli, fake].map(({ stderr }) => stderr.replaceAll(path, 'file')) };
}

/** Returns the only mock service of a fake server that starts with the file. */
async function servedWith({ options = [], environment = {} }: Given) {
  let served: unknown;
  const { code, stderr } = await run(
    'fake',
    ['--port', '0', '--seed', fileWith(text), '--quiet', ...options.flatMap((value) => ['--var', value])],
    {
      environment,
      until: async (url) => {
        const client = createClient({ baseUrl: url.trim() });
        const [{ id } = { id: '' }] = await client.mockServices.list();
        const { title, config } = await client.mockServices.get(id);
        served = [title, config.upstreams[0]?.url];
      },
    },
  );
  expect(code).toBe(0);
  return { served, stderr };
}

describe('the value of a variable comes', () => {
  test('from --var, which overrides the environment, which overrides the file', async () => {
    expect(await servedWith({ options: ['STAGE=a=b'] })).toEqual({
      served: ['Orders a=b', 'https://orders.test/v1'],
      stderr: 'Variables: ORDERS_URL from the file, STAGE from --var.\n',
    });
    const environment = {
      MOCK_SERVICES_VAR_STAGE: 'ü "quoted"',
      MOCK_SERVICES_VAR_ORDERS_URL: 'https://environment.test',
      MOCK_SERVICES_VAR_OTHER: 'unused',
      STAGE: 'without the prefix',
    };
    expect(await servedWith({ environment, options: ['ORDERS_URL=https://option.test'] })).toEqual({
      served: ['Orders ü "quoted"', 'https://option.test/v1'],
      stderr: 'Variables: ORDERS_URL from --var, STAGE from MOCK_SERVICES_VAR_STAGE.\n',
    });
  });

  test('from an option with several lines', async () => {
    expect((await servedWith({ options: ['STAGE=one\ntwo'] })).served).toContain('Orders one\ntwo');
  });

  test('from the last of several options', async () => {
    expect((await servedWith({ options: ['STAGE=one', 'STAGE=two'] })).served).toContain('Orders two');
  });
});

test('an empty value is used, and only the value in use is replaced by its name', async () => {
  const path = fileWith('{ "variables": { "A": "default" }, "mockServices": [{ "title": "${A}" }] }');
  const texts = ['default', 'variable', 'option'];
  for (const inEnvironment of [undefined, '', 'variable'])
    for (const option of [undefined, '', 'option']) {
      const environment = { MOCK_SERVICES_VAR_A: inEnvironment };
      const options = option === undefined ? [] : [`A=${option}`];
      const { terminal, printed } = recorder({ environment });
      const { value, withNames } = await readSeedFile(terminal, path, options);
      const used = option ?? inEnvironment ?? 'default';
      const variable = inEnvironment === undefined ? 'the file' : 'MOCK_SERVICES_VAR_A';
      const source = option === undefined ? variable : '--var';
      expect([value, printed.stderr]).toEqual([
        { mockServices: [{ title: used }] },
        `Variables: A from ${source}.\n`,
      ]);
      expect(texts.map((text) => withNames(`"${text}" here`))).toEqual(
        texts.map((text) => `"${text === used ? '${A}' : text}" here`),
      );
    }
});

test('an inserted name is not replaced, even if it is the value of another variable', async () => {
  const all = { STAGE: 'production', NAME: 'STAGE', BRACE: '${NAME}', LAST: 'NAME' };
  const orders = [Object.entries(all), Object.entries(all).toReversed()];
  for (const variables of orders.map((entries) => Object.fromEntries(entries))) {
    const { withNames } = await readSeedFile(recorder().terminal, fileWith(JSON.stringify({ variables })));
    expect(withNames('production: STAGE, ${NAME} NAME; production STAGE')).toBe(
      '${STAGE}: ${NAME}, ${BRACE} ${LAST}; ${STAGE} ${NAME}',
    );
  }
});

describe('both programs reject', () => {
  const valueNeeded =
    'file:4:14: variables.STAGE: expected a default, or a value for a program (--var STAGE=… or MOCK_SERVICES_VAR_STAGE), received null\n';
  test.each<[string, string, Given, string]>([
    ['a variable without a value', text, {}, `The file has 1 problem:\n${valueNeeded}`],
    [
      'a variable without a value, although a variable without the prefix has its name',
      text,
      { environment: { STAGE: 'x', mock_services_var_STAGE: 'x' } },
      `The file has 1 problem:\n${valueNeeded}`,
    ],
    [
      'an undeclared variable in the file',
      text.replace('${STAGE}', '${STAG}'),
      { options: ['STAGE=secret'] },
      'The file has 1 problem:\nfile:8:16: mockServices[0].title: expected a declared variable, or `$${` for a literal `${`, received `${STAG}`. Did you mean STAGE?\n',
    ],
    [
      'an undeclared variable in --var',
      text,
      { options: ['STAGE=secret', 'ORDERS_URI=secret'] },
      'file: --var ORDERS_URI: the file declares no such variable. Did you mean ORDERS_URL? It declares ORDERS_URL, STAGE.\n',
    ],
    [
      'a name in --var that all objects have',
      text,
      { options: ['STAGE=secret', 'constructor=secret'] },
      'file: --var constructor: the file declares no such variable. It declares ORDERS_URL, STAGE.\n',
    ],
    [
      '--var for a file without variables',
      '{ "mockServices": [{ "title": "${STAGE}" }] }',
      { options: ['STAGE=secret'] },
      'file: the file has no variables, so --var STAGE has no effect. Add "variables": { "STAGE": null } to it.\n',
    ],
    [
      'a value that makes the file invalid, at its place in the file',
      text,
      { options: ['STAGE=secret', 'ORDERS_URL=secret'] },
      'Variables: ORDERS_URL from --var, STAGE from --var.\nThe file has 1 problem:\nfile:13:20: mockServices[0].config.upstreams[0].url: expected absolute URL, received string of another form, from "${ORDERS_URL}/v1"\n',
    ],
    [
      'variables of another type',
      '{ "variables": { "A": true } }',
      { environment: { MOCK_SERVICES_VAR_A: 'secret' } },
      'The file has 1 problem:\nfile:1:23: variables.A: expected string, null, received boolean\n',
    ],
    [
      '--var without a value',
      text,
      { options: ['secret'] },
      '--var must have the form NAME=value, such as --var ORDERS_URL=https://orders.test.\nSee --help.\n',
    ],
    [
      '--var without a name',
      text,
      { options: ['=secret'] },
      '--var must have the form NAME=value, such as --var ORDERS_URL=https://orders.test.\nSee --help.\n',
    ],
  ])('%s', async (_name, content, given, expected) => {
    const { cli, fake, stderr } = await printedFor(content, given);
    expect(stderr).toEqual([expected, expected]);
    expect([cli.code, cli.stdout, fake.code, fake.stdout]).toEqual([2, '', 2, '']);
  });

  test('--var without a file of the fake server', async () => {
    for (const args of [
      ['--var', 'A=secret'],
      ['--empty', '--var', 'A=secret'],
    ])
      expect(await run('fake', ['--port', '0', ...args])).toEqual({
        code: 2,
        stdout: '',
        stderr: '--var gives values to the variables of a file. Add --seed <file.json>.\nSee --help.\n',
      });
  });
});

test('each misspelled variable of the environment is named, and others are not', async () => {
  const environment = {
    MOCK_SERVICES_VAR_STAGE: 'x',
    MOCK_SERVICES_VAR_ORDER_URL: 'secret',
    MOCK_SERVICES_VAR_STAGES: 'secret',
    MOCK_SERVICES_VAR_ORDERS_URI: 'another declared one is similar',
    MOCK_SERVICES_VAR_X: '',
    mock_services_var_ORDER_URL: 'without the prefix',
  };
  const declared = { ORDERS_URI: null, ...seed.variables };
  const { fake, stderr } = await printedFor(JSON.stringify({ ...seed, variables: declared }), {
    environment,
  });
  expect(fake.code).toBe(0);
  expect(stderr[1]?.split('\n')).toEqual([
    'MOCK_SERVICES_VAR_ORDER_URL: the file declares no such variable. Did you mean ORDERS_URL?',
    'MOCK_SERVICES_VAR_STAGES: the file declares no such variable. Did you mean STAGE?',
    'Variables: ORDERS_URI from MOCK_SERVICES_VAR_ORDERS_URI, ORDERS_URL from the file, STAGE from MOCK_SERVICES_VAR_STAGE.',
    '',
  ]);
});

test('no message about the name of a variable contains an unsafe character', async () => {
  for (const character of unsafeCharacters) {
    const name = `STAGE${character}`;
    for (const [variables, option, environment] of [
      [undefined, name, {}],
      [{ STAGE: 'x' }, name, {}],
      [{ [name]: 'x' }, 'OTHER', {}],
      [{ [name]: 'x' }, 'STAGE', {}],
      [{ [name]: 'x', OTHER: 'y' }, 'OTHER', { MOCK_SERVICES_VAR_STAGE: 'x' }],
      [{ STAGE: 'x' }, 'STAGE', { [`MOCK_SERVICES_VAR_${name}`]: 'x' }],
    ] as const) {
      const { terminal, printed } = recorder({ environment });
      const path = fileWith(JSON.stringify({ variables }));
      const reading = readSeedFile(terminal, path, [`${option}=x`]);
      const failure = await reading.then(() => '', String);
      const told = printed.stderr + failure;
      expect(told).toContain(escaped(character));
      expect(told).not.toMatch(unsafe);
    }
  }
});

test('in a file without variables, a dollar sign and a brace have no meaning', async () => {
  const path = fileWith('{ "mockServices": [{ "title": "${STAGE} $${" }] }');
  let titles: string[] = [];
  const until = async (url: string) => {
    const services = await createClient({ baseUrl: url.trim() }).mockServices.list();
    titles = services.map(({ title }) => title);
  };
  const environment = { MOCK_SERVICES_VAR_STAGE: 'x' };
  const args = ['--port', '0', '--seed', path, '--quiet'];
  expect(await run('fake', args, { environment, until })).toMatchObject({ code: 0, stderr: '' });
  expect(titles).toEqual(['${STAGE} $${']);
});
