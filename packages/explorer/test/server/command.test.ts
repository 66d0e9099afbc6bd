import { createServer, Server } from 'node:net';
import { serveExplorer } from '@mock-services/explorer';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../../../tools/lib/servers.ts';
import { recorder } from '../../../cli-kit/test/terminal.ts';
import { main } from '../../server/command/main.ts';
import { listenOn, pageFolder, serviceOf } from '../support/program.ts';

interface Surroundings {
  readonly environment?: Readonly<Record<string, string>>;
  readonly isInteractive?: boolean;
  /** Folder of the page. By default, a temporary folder with a page. */
  readonly folder?: string;
}

/** Runs the program in this process until `stop` is called or the test ends. */
async function launch(
  args: readonly string[],
  { environment = {}, isInteractive = false, folder }: Surroundings = {},
) {
  const page = folder ?? (await pageFolder());
  const opened: string[] = [];
  let print = (): void => {};
  const first = new Promise<void>((resolve) => (print = resolve));
  const stopping = new AbortController();
  const { terminal, printed: texts } = recorder({
    command: 'npx @mock-services/explorer',
    environment,
    isInteractive,
    stopped: stopping.signal,
    onOut: () => print(),
  });
  const ended = main(args, terminal, {
    start: (options) => serveExplorer({ ...options, page }),
    open: (url) => void opened.push(url),
  });
  const stop = async () => {
    stopping.abort('SIGTERM');
    return { code: await ended, ...texts };
  };
  onTestFinished(async () => void (await stop()));
  await Promise.race([first, ended]);
  return { url: /http:\S+/.exec(texts.stdout)?.[0] ?? '', opened, stop, texts };
}

/** Runs the program with arguments that make it exit. */
const run = async (args: readonly string[], surroundings?: Surroundings) =>
  (await launch(args, surroundings)).stop();

/** Starts a service that responds with the headers of the request. */
const mirror = () => serviceOf((incoming, outgoing) => outgoing.end(JSON.stringify(incoming.headers)));

const headersAt = async (url: string) =>
  (await (await fetch(`${url}api/x`)).json()) as Record<string, string>;

test('the program prints its address, the service URL and how to stop it', async () => {
  const { url, stop } = await launch(['https://me:secret@mocks.test/api/', '--port', '0']);
  expect(await stop()).toEqual({
    code: 0,
    stdout: `Explorer at ${url}\nService: https://mocks.test/api\nStop with Ctrl+C.\n`,
    stderr: '',
  });
  await expect(fetch(url)).rejects.toThrow('fetch failed');
  const { texts } = await launch(['--port=0']);
  expect(texts.stdout.split('\n')[1]).toBe(
    'The page shows sample data. To use your service: npx @mock-services/explorer https://mocks.example.com/api',
  );
});

test.each([
  [401, ' responded with 401. The page keeps trying. Set MOCK_SERVICES_TOKEN, or enter a token in the page.'],
  [404, ' responded with 404. The page keeps trying. Check the service URL.'],
  [200, undefined],
])('the program checks the service after the start, and warns of status %s', async (status, warning) => {
  let close = (): void => {};
  const checked = new Promise<void>((resolve) => (close = resolve));
  const service = await serviceOf((_, outgoing) => {
    outgoing.once('close', close);
    outgoing.writeHead(status).end('{"data":[]}');
  });
  const { texts } = await launch([service, '--port=0', '--token=s3cret']);
  await checked;
  await new Promise((resolve) => setTimeout(resolve, 50));
  await expect.poll(() => texts.stderr).toBe(warning === undefined ? '' : `${service}${warning}\n`);
});

test('the program warns if the service is not running, and keeps serving the page', async () => {
  const service = `http://127.0.0.1:${await freePort()}`;
  const { url, texts } = await launch([service, '--port=0']);
  await expect
    .poll(() => texts.stderr)
    .toBe(
      `The service is not running. The page keeps trying. No program listens at ${service}. Start the service, or restart the explorer with the correct address: npx @mock-services/explorer <service-url>\n`,
    );
  expect((await fetch(url)).status).toBe(200);
});

test('the program warns if the service does not respond, and starts without waiting', async () => {
  let receive = (): void => {};
  const received = new Promise<void>((resolve) => (receive = resolve));
  const service = await serviceOf(() => receive());
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  onTestFinished(() => timeout.mockRestore());
  const { texts } = await launch([service, '--port=0']);
  await received;
  limit.abort();
  await expect
    .poll(() => texts.stderr)
    .toBe(
      `${service} did not respond within 5 seconds. The page keeps trying. See the log of the service.\n`,
    );
});

test('the program opens the browser in a terminal, but not with --no-open or in CI', async () => {
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

test('the program uses the next free port if --port is omitted', async () => {
  const [first, second] = [await launch([]), await launch([])];
  const ports = [first, second].map(({ url }) => Number(new URL(url).port));
  expect(Math.min(...ports)).toBeGreaterThanOrEqual(4610);
  expect(Math.max(...ports)).toBeLessThan(4630);
  expect(ports[1]).not.toBe(ports[0]);
});

test('`port` is the first free port from 4610 to 4629 by default', async () => {
  const tried: unknown[] = [];
  const listen = vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, port) {
    tried.push(port);
    this.emit('error', Object.assign(new Error('in use'), { code: 'EADDRINUSE' }));
    return this;
  });
  onTestFinished(() => listen.mockRestore());
  await expect(serveExplorer({ page: await pageFolder() })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  expect(tried).toEqual(Array.from({ length: 20 }, (_, i) => 4610 + i));
});

test('the program exits with 2 if the port in --port is in use', async () => {
  const port = await listenOn(createServer());
  expect(await run(['--port', String(port)])).toEqual({
    code: 2,
    stdout: '',
    stderr: `Port ${port} is in use. Choose another port with --port, or let --port 0 choose a free port.\n`,
  });
});

describe('credentials', () => {
  test('credentials can be passed as arguments', async () => {
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

  test('credentials can be set in environment variables, which arguments override', async () => {
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

  test('the program uses MOCK_SERVICES_URL unless an argument names the service', async () => {
    const service = await mirror();
    const first = await launch(['--port=0', '--header=x-a: 1'], {
      environment: { MOCK_SERVICES_URL: service },
    });
    expect(await headersAt(first.url)).toMatchObject({ 'x-a': '1' });
    const environment = { MOCK_SERVICES_URL: 'mocks.example' };
    const second = await launch([service, '--port=0', '--header=x-a: 2'], { environment });
    expect(await headersAt(second.url)).toMatchObject({ 'x-a': '2' });
  });

  test('the program warns if it sends credentials unencrypted over a network', async () => {
    for (const service of ['http://mocks.test', 'http://127.mocks.test', 'http://localhost.test'])
      expect((await run([service, '--port=0', '--token=s3cret'])).stderr).toBe(
        'The token is sent to the service unencrypted. Use the https URL of the service if it has one.\n',
      );
    for (const service of [
      'https://mocks.test',
      'http://localhost:1',
      'http://127.0.0.1:1',
      'http://127.8.9.10:1',
      'http://[::1]:1',
    ])
      expect((await run([service, '--port=0', '--token=s3cret'])).stderr).toBe('');
  });

  test.each([
    [['--token', 's3cret and more'], '--token is not a valid token. Expected visible ASCII characters'],
    [['--token='], '--token needs a value.'],
    [['--token', 's3cr\u00e9t\u20ac'], '--token is not a valid token'],
    [['--token', 's3cret\x01'], '--token is not a valid token'],
    [['--token', 's3cret\x7f'], '--token is not a valid token'],
    [['--header', 'x: s3cret\x01x'], "--header must have the form 'Name: value'"],
    [['--header', 's3cret'], "--header must have the form 'Name: value'"],
    [['--header', 'x: s3cret\nx'], "--header must have the form 'Name: value'"],
    [['--header', 'x y: s3cret'], "--header must have the form 'Name: value'"],
    [['--header', 'Host: s3cret'], 'The header host cannot be set, because HTTP manages it'],
    [['--header', 'Transfer-Encoding: s3cret'], 'The header transfer-encoding cannot be set'],
  ])('the program rejects invalid credentials without printing them: %j', async (args, reason) => {
    const { code, stdout, stderr } = await run(['https://mocks.test', '--port=0', ...args]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(reason);
    expect(stderr).not.toContain('s3cr');
  });

  test('the error about invalid credentials names their environment variable', async () => {
    const service = 'https://mocks.test';
    const token = await run([service], { environment: { MOCK_SERVICES_TOKEN: 'a b' } });
    expect([token.code, token.stderr.split(' ')[0]]).toEqual([2, 'MOCK_SERVICES_TOKEN']);
    const header = await run([service], { environment: { MOCK_SERVICES_HEADERS: 'nonsense' } });
    expect([header.code, header.stderr.split(' ')[0]]).toEqual([2, 'MOCK_SERVICES_HEADERS']);
  });
});

test('the program prints its help and its version', async () => {
  const help = await run(['--prot', '--help']);
  expect(help).toMatchObject({ code: 0, stderr: '' });
  await expect(help.stdout).toMatchFileSnapshot('help.txt');
  expect(await run(['-h'])).toEqual(help);
  expect(await run(['--version'])).toEqual({ code: 0, stdout: '1.2.3\n', stderr: '' });
});

test.each([
  [['--prot', '1'], 'Unknown option --prot. Did you mean --port?'],
  [['https://a.test', 'https://b.test'], 'Too many arguments. Expected 1.'],
  [['--port', 'http'], '--port must be a number from 0 to 65535, not "http".'],
  [['--port', '65536'], '--port must be a number from 0 to 65535, not "65536".'],
  [['--token', 'x'], '--token, --token-file and --header need a service. Add the service URL.'],
  [['--token', '--version'], '--token needs a value.'],
  [['--token', '--help'], '--token needs a value.'],
  [['--header', '--version'], '--header needs a value.'],
  [['--port', '--version'], '--port needs a value.'],
  [['localhost:4600'], 'Did you mean http://localhost:4600?'],
  [['mocks.test/api'], 'Did you mean http://mocks.test/api?'],
  [['ftp://mocks.test'], 'The service URL must be an absolute http or https URL'],
  [['me:s3cret@mocks.test'], 'The service URL must be an absolute http or https URL'],
  [[''], 'The service URL must be an absolute http or https URL'],
  [
    ['https://mocks.test/?key=s3cret'],
    'The service URL must be an absolute http or https URL without query and fragment',
  ],
])('the program exits with 2 and a reason for the invalid arguments %j', async (args, reason) => {
  const { code, stdout, stderr } = await run(args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(reason);
  expect(stderr).toMatch(/\nSee --help\.\n$/);
  expect(stderr).not.toContain('s3cret');
});

test('the program exits with 2 if the page has not been built', async () => {
  expect(await run(['--port=0'], { folder: '/nowhere' })).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'The folder /nowhere has no index.html. Expected the built page. In a clone of the repository, run: npm run build -w packages/explorer\n',
  });
});
