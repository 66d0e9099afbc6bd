/** Tests of what the program prints, and of its own arguments. `checks/programs` tests what all programs share. */
import { createServer, Server } from 'node:net';
import { serveExplorer } from '@mock-services/explorer';
import { expect, onTestFinished, test, vi } from 'vitest';
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

test('the program prints its help, also beside a misspelled option', async () => {
  const help = await run(['--prot', '--help']);
  expect(help).toMatchObject({ code: 0, stderr: '' });
  await expect(help.stdout).toMatchFileSnapshot('help.txt');
});

test.each([
  [['https://a.test', 'https://b.test'], 'Too many arguments: expected 1, received 2.'],
  [['--port', '65536'], '--port must be a number from 0 to 65535, not "65536".'],
  [['--token', 's3cret'], '--token, --token-file and --header need a service. Add the service URL.'],
  [
    ['https://mocks.test', '--header', 'Host: s3cret'],
    'The header host cannot be set, because HTTP manages it',
  ],
  [
    ['https://mocks.test/?key=s3cret'],
    'The service URL must be an absolute http or https URL without query and fragment',
  ],
])('the arguments %j are rejected with a reason', async (args, reason) => {
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
