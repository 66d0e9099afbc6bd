/** Arguments, time limits, and errors about a service. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { versionAt } from '../../../tools/lib/version.ts';
import { fileWith, idOf, launch, run, serviceWith, virtualService } from './support.ts';

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
  for (const args of [['help'], ['--hepl', 'hunter2', '--help']])
    expect(await run(args)).toEqual(await run(['--help']));
});

test('--version prints the version of the program', async () => {
  expect(await run(['--version'])).toEqual({ code: 0, stdout: '1.2.3\n', stderr: '' });
  const version = versionAt('packages/cli');
  expect(await launch(['--version']).ended).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

test('an option whose value is the name of a command is the reason for printing the help', async () => {
  const help = (await run(['--help'])).stdout.trimEnd();
  for (const [line, flag, command] of [
    ['--url list', '--url', 'list'],
    ['--token diff --json', '--token', 'diff'],
    ['--activity A dump', '--activity', 'dump'],
  ] as const)
    expect(await run(line.split(' '))).toEqual({
      code: 2,
      stdout: '',
      stderr: `${help}\n\nThere is no command, because ${flag} took ${command} as its value. Write the value of ${flag} before ${command}.\n`,
    });
});

test.each([
  ['', 'Usage: npx @mock-services/cli <command> [options]\n'],
  ['list --url mocks.example', '--url must be an absolute http or https URL'],
  ['list --url localhost:4600', 'got "localhost:4600". Did you mean http://localhost:4600?'],
  ['list --url URL --timeout 30', '--timeout 30 has no unit. Write 30s or 30ms.\n'],
  ['list --url URL --timeout 0s', '--timeout must be from 1ms to 24d, not 0s.'],
  ['frob', 'Unknown command frob.\n'],
  ['help frob', 'Unknown command frob.\n'],
  ['help aply', 'Unknown command aply. Did you mean apply?\n'],
  ['aply --help', 'Unknown command aply. Did you mean apply?\n'],
  ['list --url URL --token-file /none', '--token-file: /none: there is no such file.\n'],
  ['list --url URL --header hunter2', "--header must have the form 'Name: value'"],
  ['list --output=hunter2', 'Unknown option --output.'],
  ['list hunter2', 'Too many arguments: expected 0, received 1.'],
  ['dump -o --workspaces', '-o needs a value. A value that begins with a dash follows an equals sign'],
  ['dump -o=hunter2', 'Write -o <value> or --output=<value>, without an equals sign after -o.'],
  ['har W --validation off', '--validation must be one of strict, warn, not "off".'],
  [
    'tail W --url URL --request-header=a --request-header=A:hunter2',
    'gives the header "A" twice. Remove one of them.',
  ],
])('says why it rejects: %s', async (line, expected) => {
  const args = line.split(' ').filter((arg) => arg !== '');
  const { code, stdout, stderr } = await run(args.map((arg) => (arg === 'URL' ? 'http://127.0.0.1:1' : arg)));
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(expected);
  expect(stderr).not.toContain('hunter2');
});

describe('a request that gets no response', () => {
  test.each([
    [[], 10_000],
    [['--timeout', '4s'], 4000],
    // More than the default time limit of a call with its retries.
    [['--timeout', '70000ms'], 70_000],
  ])('with the options %s ends after %i ms', async (options, ms) => {
    const { fake, run } = virtualService();
    fake.faults.add({ operation: 'listMockServices', hang: true });
    const { code, stderr } = await run(['list', ...options]);
    expect(code).toBe(2);
    expect(stderr).toMatch(new RegExp(`time limit of ${ms} ms expired .* Pass a longer --timeout.\n$`));
  });
});

const noToken = 'No token was given. Set MOCK_SERVICES_TOKEN, or pass --token-file or --header.';

test.each([
  [401, noToken],
  [403, noToken],
  [404, 'Check that --url is the base URL of the service, and that the id exists.'],
  [405, 'Check that --url is the base URL of the service.'],
  [500, ''],
])('the error about a %i prints the body, and advice if there is any', async (status, advice) => {
  const { fake, run } = await serviceWith();
  fake.faults.add({ operation: 'listMockServices', status, body: { reason: 7 } });
  const [, ...lines] = (await run(['list'])).stderr.split('\n');
  expect(lines).toEqual(['{"reason":7}', ...(advice === '' ? [] : [advice]), '']);
});

test.each([
  [401, 'The service does not accept the token. Check that it is correct and has not expired.'],
  [403, 'The token does not permit this request.'],
])('the error about a %i says whether the service rejects the token', async (status, advice) => {
  const { fake, run } = await serviceWith();
  fake.faults.add({ operation: 'listMockServices', status });
  expect((await run(['list', '--token', 't1'])).stderr.split('\n').slice(-2)).toEqual([advice, '']);
});

test.each([
  ['list', 'listMockServices', false],
  ['diff FILE', 'getMockService', false],
  ['har Checkout', 'listActivity', true],
  ['dump --activity Checkout', 'listActivity', true],
] as const)('%s rejects an invalid response to %s', async (command, operation, hasOption) => {
  const seed = { mockServices: [{ title: 'A' }], workspaces: [{ id: idOf(1), name: 'Checkout' }] };
  const { fake, run } = await serviceWith(seed);
  fake.faults.add({ operation, status: 200, body: { data: [{ id: 7 }] } });
  const args = command.split(' ').map((arg) => (arg === 'FILE' ? fileWith(seed) : arg));
  const { code, stdout, stderr } = await run(args);
  expect([code, stdout, stderr.includes('pass --validation warn')]).toEqual([2, '', hasOption]);
  expect(stderr).toContain(`${operation}: `);
});

test('with NODE_USE_ENV_PROXY=1, requests go to the proxy, except those of NO_PROXY', async () => {
  const connections: string[] = [];
  const proxy = createServer().on('connect', ({ url = '' }, client) => {
    connections.push(url);
    const service = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.pipe(service).pipe(client);
    });
    for (const socket of [client, service]) socket.on('error', () => {});
  });
  const service = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end('{ "data": [], "meta": { "total": 0 } }');
  });
  const [proxyPort, port] = await Promise.all(
    [proxy, service].map(async (server) => {
      onTestFinished(() => void server.close());
      await once(server.listen(0, '127.0.0.1'), 'listening');
      return (server.address() as AddressInfo).port;
    }),
  );
  const environment = {
    MOCK_SERVICES_URL: `http://mocks.invalid:${port}`,
    HTTP_PROXY: `http://127.0.0.1:${proxyPort}`,
    NODE_USE_ENV_PROXY: '1',
    NO_PROXY: 'localhost,127.0.0.1',
  };
  expect(await launch(['list'], environment).ended).toMatchObject({ code: 0, stderr: '' });
  expect(connections).toEqual([`mocks.invalid:${port}`]);
  expect(await launch(['list', '--url', `http://127.0.0.1:${port}`], environment).ended).toMatchObject({
    code: 0,
    stderr: '',
  });
  expect(connections).toHaveLength(1);
});
