/** Secrets in ten places, none of which the program may print. */
import { expect, test } from 'vitest';
import { config, fileWith, idOf, serviceWith, type RunOptions } from './support.ts';

const canary = (place: string) => `canary-${place}`;
const credentials = {
  header: `Bearer ${canary('header-of-file')}`,
  url: `https://user:${canary('url-of-file')}@file.test/?access_token=${canary('query-of-file')}`,
};
const environment = {
  MOCK_SERVICES_TOKEN: canary('token'),
  MOCK_SERVICES_HEADERS: `x-api-key: ${canary('header-of-environment')}`,
  MOCK_SERVICES_VAR_FROM_ENVIRONMENT: canary('variable-of-environment'),
};
const options = ['--var', `FROM_OPTION=${canary('variable-of-option')}`];
const variables = { FROM_FILE: canary('variable-of-file'), FROM_OPTION: null, FROM_ENVIRONMENT: null };

const entry = {
  title: 'Orders ${FROM_FILE}',
  config: {
    cors: { allowedOrigins: ['${FROM_OPTION}'] },
    defaultResponseHeaders: { authorization: credentials.header, 'x-stage': '${FROM_ENVIRONMENT}' },
    upstreams: [{ name: 'live', url: credentials.url }],
  },
};
const file = { variables, mockServices: [entry, { id: idOf(2), title: 'Renamed', config: entry.config }] };

const stored = (id: number, title: string) => ({
  id: idOf(id),
  title,
  config: {
    cors: { ...config().cors, allowedOrigins: [canary('earlier-value')] },
    defaultResponseHeaders: { authorization: `Bearer ${canary('stored-header')}`, 'x-stage': 'old' },
    upstreams: [{ name: 'live', url: `https://user:${canary('stored-url')}@stored.test` }],
    clientSecret: canary('stored-field'),
  },
});
const seed = { mockServices: [stored(2, 'Before'), stored(3, 'Unlisted')] };

const known = [
  'header-of-file',
  'url-of-file',
  'query-of-file',
  'token',
  'header-of-environment',
  'variable-of-file',
  'variable-of-option',
  'variable-of-environment',
].map(canary);
const ofService = ['stored-header', 'stored-url', 'stored-field', 'earlier-value'].map(canary);

/** The service repeats secrets in several forms. */
const bodiesOf = (secrets: readonly string[]) => [
  { detail: secrets.join(' '), [secrets.join('/')]: [{ list: secrets }] },
  `${secrets.map((one) => encodeURIComponent(`${one} ü`)).join('\n')}\n${secrets.join(',')}`,
  `${'x'.repeat(1990)}${secrets.join()}`,
];

const commands = ['diff', 'diff --delete --json', 'apply --dry-run', 'apply --dry-run --json'];
const changes = ['apply --delete --yes', 'apply --delete --yes --json', 'apply'];

async function outputOf(
  command: string,
  content: unknown,
  {
    fault,
    ...more
  }: RunOptions & { fault?: (service: Awaited<ReturnType<typeof serviceWith>>) => void } = {},
): Promise<string> {
  const service = await serviceWith(seed);
  fault?.(service);
  const [name = '', ...rest] = command.split(' ');
  const args = [name, fileWith(content), ...rest, ...options];
  const { stdout, stderr } = await service.run(args, { environment, ...more });
  return stdout + stderr;
}

test.each([...commands, ...changes])('%s prints no secret', async (command) => {
  const output = await outputOf(command, file);
  expect(output).toContain('Orders ${FROM_FILE}');
  expect(output).not.toContain('canary');
});

test.each([
  ['diff', 'listMockServices', known],
  ['diff --json', 'getMockService', known],
  ['apply', 'createMockService', [...known, ...ofService]],
  ['apply --json', 'createMockService', [...known, ...ofService]],
  ['apply --delete --yes', 'updateMockService', [...known, ...ofService]],
  ['apply --delete --yes --json', 'deleteMockService', [...known, ...ofService]],
] as const)('%s prints no secret that a failed %s repeats', async (command, operation, secrets) => {
  for (const body of bodiesOf(secrets)) {
    const output = await outputOf(command, file, {
      fault: ({ fake }) => void fake.faults.add({ operation, status: 400, body }),
    });
    expect(output).toContain('the service responded with 400');
    expect(output).not.toContain('canary');
  }
});

test('diff --show-values prints the values of the file and of the service', async () => {
  for (const json of ['', ' --json']) {
    const output = await outputOf(`diff --delete --show-values${json}`, file);
    const shown = [...known.filter((one) => !/token|environment$/.test(one)), ...ofService];
    const values = shown.filter((one) => !one.endsWith('stored-field'));
    expect(values.filter((value) => !output.includes(value))).toEqual([]);
    expect(output).toContain(`Orders ${canary('variable-of-file')}`);
    expect(output).not.toMatch(/\$\{|REDACTED|another value|canary-token/);
  }
});

test('a service that stores other values reveals none of them', async () => {
  const output = await outputOf('apply', file, {
    fault: ({ fake }) =>
      void fake.faults.add({
        operation: 'updateMockService',
        status: 200,
        body: { data: { ...fake.mockServices.get(idOf(2)), title: 'Renamed' } },
      }),
  });
  expect(output).toContain('The service stored other values than the file has:');
  expect(output).not.toContain('canary');
});

test('the message about a bug in the program contains no secret', async () => {
  for (const command of ['diff', 'apply']) {
    const crash = () => {
      throw Object.assign(new TypeError(known.join()), {
        request: { body: ofService, url: credentials.url },
      });
    };
    const output = await outputOf(command, file, { onOut: crash });
    expect(output).toContain('This is a bug in the program:\nTypeError: ');
    expect(output.replace(/^[^]*?This is a bug/, '')).not.toContain('canary');
  }
});

test.each<[string, unknown]>([
  [
    'an invalid URL',
    {
      mockServices: [
        { title: 'A', config: { upstreams: [{ name: 'a', url: 'https://me:canary@ ${FROM_FILE}' }] } },
      ],
    },
  ],
  ['an unknown field', { mockServices: [{ ...entry, clientSecret: 'canary' }] }],
  ['a value of another type', { mockServices: [{ ...entry, title: { password: 'canary' } }] }],
])('a message about %s in the file contains no secret', async (_name, content) => {
  const output = await outputOf('apply', { variables, ...Object(content) });
  expect(output).toContain('The file has ');
  expect(output).not.toContain('canary');
});

test('a message about a number that is a credential does not contain it', async () => {
  const text = JSON.stringify({ mockServices: [{ title: 'A', config: { pin: 0 } }] });
  const output = await outputOf('apply', text.replace('0', '12345678901234567890'));
  expect(output).toContain('mockServices[0].config.pin: JavaScript changes this number.');
  expect(output).not.toContain('1234567');
});

test('a header of only a scheme and a variable is shown as the file has it', async () => {
  const headers = { authorization: 'Bearer ${FROM_FILE}', 'x-api-key': 'Key-${FROM_FILE}' };
  const output = await outputOf('diff --json', {
    variables,
    mockServices: [{ title: 'A', config: { defaultResponseHeaders: headers } }],
  });
  expect(output).toContain('"authorization": "Bearer ${FROM_FILE}"');
  expect(output).toContain('"x-api-key": "REDACTED"');
});
