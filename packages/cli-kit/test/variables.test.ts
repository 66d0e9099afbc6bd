/** Where the values of a file's variables come from, and what is said about a variable that has none. */
import { describe, expect, test } from 'vitest';
import { readSeedFile } from '@mock-services/cli-kit';
import { fileWith } from './support.ts';
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

/** Reads a file, and returns what the file then contains and what is printed, without the file's name. */
async function read(content: string, { options = [], environment = {} }: Given = {}) {
  const path = fileWith(content);
  const { terminal, printed } = recorder({ environment });
  const { value } = await readSeedFile(terminal, path, options).catch((error: Error) => {
    throw new Error(error.message.replaceAll(path, 'file'));
  });
  return { value, stderr: printed.stderr };
}

describe('the value of a variable comes', () => {
  /** Returns what stands in the place of `STAGE` and `ORDERS_URL`. */
  async function valuesWith(given: Given) {
    const { value, stderr } = await read(
      JSON.stringify({ variables: seed.variables, mockServices: ['${STAGE}', '${ORDERS_URL}'] }),
      given,
    );
    return { stderr, values: (value as { mockServices: unknown }).mockServices };
  }

  test('from --var, which overrides the environment, which overrides the file', async () => {
    expect(await valuesWith({ options: ['STAGE=a=b'] })).toEqual({
      values: ['a=b', 'https://orders.test'],
      stderr: 'Variables: ORDERS_URL from the file, STAGE from --var.\n',
    });
    const environment = {
      MOCK_SERVICES_VAR_STAGE: 'ü "quoted"',
      MOCK_SERVICES_VAR_ORDERS_URL: 'https://environment.test',
      MOCK_SERVICES_VAR_OTHER: 'unused',
      STAGE: 'without the prefix',
    };
    expect(await valuesWith({ environment, options: ['ORDERS_URL=https://option.test'] })).toEqual({
      values: ['ü "quoted"', 'https://option.test'],
      stderr: 'Variables: ORDERS_URL from --var, STAGE from MOCK_SERVICES_VAR_STAGE.\n',
    });
  });

  test('from the last of several options, which may have several lines', async () => {
    const { values } = await valuesWith({ options: ['STAGE=one', 'STAGE=two\nthree'] });
    expect(values).toEqual(['two\nthree', 'https://orders.test']);
  });
});

test('an empty --var is used, and the value in use is known by its name', async () => {
  const path = fileWith('{ "variables": { "A": "default" }, "mockServices": [{ "title": "${A}" }] }');
  for (const inEnvironment of [undefined, 'variable'])
    for (const option of [undefined, '', 'option']) {
      const environment = { MOCK_SERVICES_VAR_A: inEnvironment };
      const options = option === undefined ? [] : [`A=${option}`];
      const { terminal, printed } = recorder({ environment });
      const { value, variables } = await readSeedFile(terminal, path, options);
      const used = option ?? inEnvironment ?? 'default';
      const variable = inEnvironment === undefined ? 'the file' : 'MOCK_SERVICES_VAR_A';
      const source = option === undefined ? variable : '--var';
      expect([value, printed.stderr]).toEqual([
        { mockServices: [{ title: used }] },
        `Variables: A from ${source}.\n`,
      ]);
      expect([...variables]).toEqual([['A', used]]);
    }
});

test('--var overrides an empty environment variable, and one of another file is ignored', async () => {
  const environment = { MOCK_SERVICES_VAR_STAGE: '', MOCK_SERVICES_VAR_OTHER: '' };
  const { value } = await read(text, { options: ['STAGE='], environment });
  expect(value).toMatchObject({ mockServices: [{ title: 'Orders ' }] });
});

test.each<[string, string, Given, string]>([
  [
    'a variable without a value',
    text,
    { environment: { STAGE: 'x' } },
    'The file has 1 problem:\nfile:4:14: STAGE has no value. Pass --var STAGE=… or set MOCK_SERVICES_VAR_STAGE.',
  ],
  [
    'an empty environment variable without a default',
    text,
    { environment: { MOCK_SERVICES_VAR_STAGE: '' } },
    'MOCK_SERVICES_VAR_STAGE is set, but empty. Expected a value. To use an empty value, pass --var STAGE=',
  ],
  [
    'an empty environment variable with a default',
    text,
    { environment: { MOCK_SERVICES_VAR_ORDERS_URL: '' }, options: ['STAGE=x'] },
    'MOCK_SERVICES_VAR_ORDERS_URL is set, but empty. Expected a value. To use the default, unset the variable. To use an empty value, pass --var ORDERS_URL=',
  ],
  [
    'an undeclared variable in the file',
    text.replace('${STAGE}', '${STAG}'),
    { options: ['STAGE=secret'] },
    'The file has 1 problem:\nfile:8:16: mockServices[0].title: expected a declared variable, or `$${` for a literal `${`, received `${STAG}`. Did you mean STAGE?',
  ],
  [
    'an undeclared variable in --var',
    text,
    { options: ['STAGE=secret', 'ORDERS_URI=secret'] },
    'file: --var ORDERS_URI: the file declares no such variable. Did you mean ORDERS_URL? It declares ORDERS_URL, STAGE.',
  ],
  [
    '--var for a file without variables',
    '{ "mockServices": [{ "title": "${STAGE}" }] }',
    { options: ['STAGE=secret'] },
    'file: the file has no variables, so --var STAGE has no effect. Add "variables": { "STAGE": null } to it.',
  ],
  [
    'variables of another type',
    '{ "variables": { "A": true } }',
    { environment: { MOCK_SERVICES_VAR_A: 'secret' } },
    'The file has 1 problem:\nfile:1:23: variables.A: expected string, null, received boolean',
  ],
  [
    '--var without a name',
    text,
    { options: ['=secret'] },
    '--var must have the form NAME=value, such as --var ORDERS_URL=https://orders.test.\nSee --help.',
  ],
])('%s is rejected, and no value is printed', async (_name, content, given, expected) => {
  await expect(read(content, given)).rejects.toThrow(new Error(expected));
});

test('each misspelled variable of the environment is named, and others are not', async () => {
  const environment = {
    MOCK_SERVICES_VAR_STAGE: 'x',
    MOCK_SERVICES_VAR_ORDER_URL: 'secret',
    MOCK_SERVICES_VAR_ORDERS_URI: 'another declared one is similar',
    MOCK_SERVICES_VAR_X: '',
  };
  const declared = { ORDERS_URI: null, ...seed.variables };
  const { stderr } = await read(JSON.stringify({ ...seed, variables: declared }), { environment });
  expect(stderr.split('\n')).toEqual([
    'MOCK_SERVICES_VAR_ORDER_URL: the file declares no such variable. Did you mean ORDERS_URL?',
    'Variables: ORDERS_URI from MOCK_SERVICES_VAR_ORDERS_URI, ORDERS_URL from the file, STAGE from MOCK_SERVICES_VAR_STAGE.',
    '',
  ]);
});

test('no message about the name of a variable contains an unsafe character', async () => {
  const name = `STAGE${unsafeCharacters}`;
  for (const [variables, option, environment] of [
    [undefined, name, {}],
    [{ STAGE: 'x' }, name, {}],
    [{ [name]: 'x' }, 'OTHER', {}],
    [{ [name]: 'x', OTHER: 'y' }, 'OTHER', {}],
  ] as const) {
    const { terminal, printed } = recorder({ environment });
    const path = fileWith(JSON.stringify({ variables }));
    const reading = readSeedFile(terminal, path, [`${option}=x`]);
    const failure = await reading.then(() => '', String);
    const told = printed.stderr + failure;
    expect(told).toContain(escaped('\u001b'));
    expect(told).not.toMatch(unsafe);
  }
});

test('in a file without variables, a dollar sign and a brace have no meaning', async () => {
  const environment = { MOCK_SERVICES_VAR_STAGE: 'x' };
  expect(await read('{ "mockServices": [{ "title": "${STAGE} $${" }] }', { environment })).toEqual({
    value: { mockServices: [{ title: '${STAGE} $${' }] },
    stderr: '',
  });
});
