import { createServer } from 'node:net';
import { serveExplorer } from '@mock-services/explorer';
import { describe, expect, onTestFinished, test } from 'vitest';
import { main } from '../../program/command/main.ts';
import { freePort } from '../../../../tools/lib/servers.ts';
import { listenOn, pageFolder, serviceOf } from '../support/program.ts';

interface Surroundings {
  readonly environment?: Readonly<Record<string, string>>;
  readonly isInteractive?: boolean;
  /** Folder of the page. Default a folder with a page. */
  readonly folder?: string;
}

/** Runs the program within this process, until `stop` is called or the test ends. */
async function launch(
  args: readonly string[],
  { environment = {}, isInteractive = false, folder }: Surroundings = {},
) {
  const page = folder ?? (await pageFolder());
  const texts = { stdout: '', stderr: '' };
  const opened: string[] = [];
  let [print, end] = [(): void => {}, (): void => {}];
  const printed = new Promise<void>((resolve) => (print = resolve));
  const stopped = new Promise<void>((resolve) => (end = resolve));
  const out = (line: string): void => {
    texts.stdout += `${line}\n`;
    print();
  };
  const error = (line: string): void => void (texts.stderr += `${line}\n`);
  const terminal = {
    out,
    error,
    environment,
    isInteractive,
    stopped: () => stopped,
    version: () => '1.2.3',
    module: () => 'file:///explorer.js',
    open: (url: string) => void opened.push(url),
  };
  const ended = main(args, terminal, (options) => serveExplorer({ ...options, page }));
  const stop = async () => {
    end();
    return { code: await ended, ...texts };
  };
  onTestFinished(async () => void (await stop()));
  await Promise.race([printed, ended]);
  return { url: /http:\S+/.exec(texts.stdout)?.[0] ?? '', opened, stop, texts };
}

/** Runs the program with arguments that make it exit. */
const run = async (args: readonly string[], surroundings?: Surroundings) =>
  (await launch(args, surroundings)).stop();

/** A service that responds with the headers of the request. */
const mirror = () => serviceOf((incoming, outgoing) => outgoing.end(JSON.stringify(incoming.headers)));

const headersAt = async (url: string) =>
  (await (await fetch(`${url}api/x`)).json()) as Record<string, string>;

test('prints its address, the service and how to stop', async () => {
  const { url, stop } = await launch(['https://me:secret@mocks.test/api/', '--port', '0']);
  expect(await stop()).toEqual({
    code: 0,
    stdout: `Explorer at ${url}\nService: https://mocks.test/api\nStop with Ctrl+C.\n`,
    stderr: '',
  });
  await expect(fetch(url)).rejects.toThrow('fetch failed');
  const { texts } = await launch(['--port=0']);
  expect(texts.stdout.split('\n')[1]).toBe(
    'With sample data. For a service of yours:  npx @mock-services/explorer https://mocks.example.com/api',
  );
});

test('opens the browser in an interactive terminal, except with --no-open or in CI', async () => {
  const args = ['--port', '0'];
  const { url, opened } = await launch(args, { isInteractive: true });
  expect(opened).toEqual([url]);
  const others = [
    await launch(args),
    await launch([...args, '--no-open'], { isInteractive: true }),
    await launch(args, { isInteractive: true, environment: { CI: 'true' } }),
  ];
  expect(others.flatMap((program) => program.opened)).toEqual([]);
});

test('uses the next free port without --port', async () => {
  const [first, second] = [await launch([]), await launch([])];
  const ports = [first, second].map(({ url }) => Number(new URL(url).port));
  expect(ports[0]).toBeGreaterThanOrEqual(4610);
  expect(ports[1]).toBeGreaterThan(ports[0] ?? 0);
});

test('exits with 4 when the given port is in use', async () => {
  const port = await listenOn(createServer());
  expect(await run(['--port', String(port)])).toEqual({
    code: 4,
    stdout: '',
    stderr: `Port ${port} is in use. Choose another with --port; --port 0 takes a free one.\n`,
  });
});

describe('credentials', () => {
  test('are read from arguments', async () => {
    const service = await mirror();
    const { url, texts } = await launch([
      service,
      '--port=0',
      '--token',
      's3cret',
      '--header',
      'X-Key: k: 1',
    ]);
    expect(await headersAt(url)).toMatchObject({ authorization: 'Bearer s3cret', 'x-key': 'k: 1' });
    expect(texts.stdout + texts.stderr).not.toContain('s3cret');
  });

  test('are read from the environment, and replaced by arguments', async () => {
    const service = await mirror();
    const environment = { MOCK_SERVICES_TOKEN: 'one\n', MOCK_SERVICES_HEADERS: 'x-a: 1\n\nx-b: 2\n' };
    const first = await launch([service, '--port=0'], { environment });
    expect(await headersAt(first.url)).toMatchObject({ authorization: 'Bearer one', 'x-a': '1', 'x-b': '2' });
    const second = await launch([service, '--port=0', '--token=two', '--header=X-A: 3'], { environment });
    expect(await headersAt(second.url)).toMatchObject({
      authorization: 'Bearer two',
      'x-a': '3',
      'x-b': '2',
    });
    const third = await launch([service, '--port=0', '--header=authorization: Basic x'], { environment });
    expect((await headersAt(third.url))['authorization']).toBe('Basic x');
  });

  test('of the environment are ignored without a service', async () => {
    expect((await run(['--port=0'], { environment: { MOCK_SERVICES_TOKEN: 'a b' } })).code).toBe(0);
  });

  test('cause a warning when they are sent unencrypted over a network', async () => {
    const { stderr } = await run(['http://mocks.test', '--port=0', '--token=s3cret']);
    expect(stderr).toBe(
      'The token is sent to the service unencrypted. Use the https URL of the service if it has one.\n',
    );
    for (const service of [
      'https://mocks.test',
      'http://localhost:1',
      'http://127.0.0.1:1',
      'http://[::1]:1',
    ])
      expect((await run([service, '--port=0', '--token=s3cret'])).stderr).toBe('');
  });

  test.each([
    [['--token', 's3cret and more'], '--token takes a token, without spaces'],
    [['--token='], '--token takes a token'],
    [['--token', 's3cr\u00e9t\u20ac'], '--token takes a token'],
    [['--token', 's3cret\x01'], '--token takes a token'],
    [['--token', 's3cret\x7f'], '--token takes a token'],
    [['--header', 'x: s3cret\x01x'], "--header takes 'name: value'"],
    [['--header', 's3cret'], "--header takes 'name: value'"],
    [['--header', 'x: s3cret\nx'], "--header takes 'name: value'"],
    [['--header', 'x y: s3cret'], "--header takes 'name: value'"],
    [['--header', 'Host: s3cret'], 'The header host is set by the connection.'],
    [['--header', 'Transfer-Encoding: s3cret'], 'The header transfer-encoding is set by the connection.'],
  ])('are rejected without being printed when they cannot be sent: %j', async (args, reason) => {
    const { code, stdout, stderr } = await run(['https://mocks.test', '--port=0', ...args]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(reason);
    expect(stderr).not.toContain('s3cr');
  });

  test('of the environment that cannot be sent are rejected by the name of the variable', async () => {
    const service = 'https://mocks.test';
    const token = await run([service], { environment: { MOCK_SERVICES_TOKEN: 'a b' } });
    expect([token.code, token.stderr.split(' ')[0]]).toEqual([2, 'MOCK_SERVICES_TOKEN']);
    const header = await run([service], { environment: { MOCK_SERVICES_HEADERS: 'nonsense' } });
    expect([header.code, header.stderr.split(' ')[0]]).toEqual([2, 'MOCK_SERVICES_HEADERS']);
  });
});

test('prints its help, its version and the URL of its module', async () => {
  const help = await run(['--prot', '--version', '--help']);
  expect(help).toMatchObject({ code: 0, stderr: '' });
  await expect(help.stdout).toMatchFileSnapshot('help.txt');
  expect(await run(['-h'])).toEqual(help);
  expect(await run(['--module', '--help'])).toEqual(help);
  expect(await run(['--version'])).toEqual({ code: 0, stdout: '1.2.3\n', stderr: '' });
  expect(await run(['--module'])).toEqual({ code: 0, stdout: 'file:///explorer.js\n', stderr: '' });
});

test.each([
  [['--prot', '1'], "unknown option '--prot'\n(Did you mean --port?)"],
  [['https://a.test', 'https://b.test'], 'too many arguments.'],
  [['--port', 'http'], '--port takes a number from 0 to 65535, not "http".'],
  [['--port', '65536'], '--port takes a number from 0 to 65535, not "65536".'],
  [['--token', 'x'], '--token and --header are for a service: give its URL first.'],
  [['localhost:4600'], 'Did you mean http://localhost:4600?'],
  [['mocks.test/api'], 'Did you mean http://mocks.test/api?'],
  [['ftp://mocks.test'], 'The service URL must be an absolute http or https URL'],
  [['me:s3cret@mocks.test'], 'The service URL must be an absolute http or https URL'],
  [[''], 'The service URL must be an absolute http or https URL'],
  [['https://mocks.test/?key=s3cret'], 'The service URL must end with its path'],
])('exits with 2 and a reason for the arguments %j', async (args, reason) => {
  const { code, stdout, stderr } = await run(args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(reason);
  expect(stderr).toMatch(/\nSee --help\.\n$/);
  expect(stderr).not.toContain('s3cret');
});

test('exits with 2 for a service at its own address', async () => {
  const port = await freePort();
  const { code, stderr } = await run([`http://127.0.0.1:${port}/api`, '--port', String(port)]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('is the address of the explorer itself')]);
});

test('exits with 1 when the page is not built', async () => {
  expect(await run(['--port=0'], { folder: '/nowhere' })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is no page in /nowhere. In a clone, build it: npm run build -w packages/explorer.\n',
  });
});
