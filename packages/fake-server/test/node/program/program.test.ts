import { createFakeServer, demoSeed, type Seed } from '@mock-services/fake-server/core';
import { createClient } from '@mock-services/sdk';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../../../../tools/lib/servers.ts';
import { activityPath, workspacesPath } from '../../support/paths.ts';
import { input, mockService } from '../../support/samples.ts';
import { fileWith, launchServer, runHere, serveHere, serveIn } from './program.ts';
import { open, rest, start } from '../raw-client.ts';
import { recorder } from '../../../../cli-kit/test/terminal.ts';
import { readServeArguments } from '../../../src/node/command/arguments.ts';

const list = '/configuration/mock-services';

describe('the program', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 0],
  ] as const)('on %s, the program exits with %i, even if connections are open', async (signal, code) => {
    const program = await launchServer('--port=0', '--quiet');
    await fetch(program.url + list);
    const unfinished = new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(1)) });
    const post = { method: 'POST', body: unfinished, duplex: 'half' } as RequestInit;
    const broken = fetch(program.url + list, post).then(
      () => 'answered',
      () => 'broken',
    );
    await fetch(program.url + list);
    expect(await program.stop(signal)).toMatchObject({ code });
    expect(await broken).toBe('broken');
  });

  test('the program prints its URL, a command to try and how to stop it', async () => {
    const { url, greeting, stop } = await serveHere('--port', '0', '--admin');
    expect(greeting).toEqual([
      `Mock services at ${url}`,
      `Try:  curl ${url}${list}`,
      `Admin endpoints:  curl ${url}/__fake/`,
      'Stop with Ctrl+C.',
    ]);
    expect(await stop()).toEqual({ code: 0, stdout: `${greeting.join('\n')}\n`, stderr: '' });
    const plain = await serveHere('--port', '0');
    expect(plain.greeting).toHaveLength(3);
  });

  test('the program waits one second for pending responses before it exits', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { url, stop } = await serveHere('--port', '0', '--latency', '1h');
    const socket = await open({ port: Number(new URL(url).port) }, `GET ${list} HTTP/1.1`);
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    const ended = stop();
    await expect.poll(() => vi.getTimerCount()).toBe(2);
    vi.advanceTimersByTime(999);
    expect(vi.getTimerCount()).toBe(2);
    vi.advanceTimersByTime(1);
    expect(await rest(socket).catch(() => '')).toBe('');
    expect(await ended).toMatchObject({ code: 0 });
  });

  // A test cannot listen on the default port, because another program may use it.
  test('each flag has its documented default', async () => {
    const defaults = { port: 4600, seed: 'sample', grease: false, latency: 0, admin: false, quiet: false };
    const { terminal } = recorder();
    expect(await readServeArguments([], terminal)).toMatchObject({ ...defaults, worlds: undefined });
    expect(await readServeArguments(['--worlds'], terminal)).toMatchObject({
      ...defaults,
      worlds: { max: undefined, idle: undefined },
    });
  });

  test('several --cors-origin options allow pages from several origins', async () => {
    const origins = ['http://localhost:5173/', 'https://app.test'];
    const { url } = await serveHere('--port', '0', ...origins.flatMap((one) => ['--cors-origin', one]));
    for (const origin of origins) {
      const { headers } = await fetch(url + list, { headers: { origin: new URL(origin).origin } });
      expect(headers.get('access-control-allow-origin')).toBe(new URL(origin).origin);
    }
  });

  test('--grease enables random variation of responses', async () => {
    const bodiesWith = async (...args: string[]) => {
      const { url } = await serveHere('--port', '0', '--clock', '2026-03-01', ...args);
      const bodies: string[] = [];
      for (let i = 0; i < 5; i += 1) bodies.push(await (await fetch(url + list)).text());
      return bodies;
    };
    const greased = await bodiesWith('--grease=12');
    expect(await bodiesWith('--grease=12')).toEqual(greased);
    for (const args of [[], ['--grease=8'], ['--grease']])
      expect(await bodiesWith(...args)).not.toEqual(greased);
  });

  test('--host sets the host on which the program listens', async () => {
    const program = await serveHere('--port', '0', '--quiet', '--host', '0.0.0.0');
    expect((await fetch(program.url + list)).status).toBe(200);
    expect((await program.stop()).stderr).toMatch(
      /^Other machines can reach this server: anyone who can reach 0\.0\.0\.0/,
    );
  });

  test('the clock runs in real time, and sample workspaces expire relative to now', async () => {
    for (const args of [[], ['--worlds']]) {
      const { url } = await serveHere('--port', '0', ...args);
      const before = Date.now();
      const client = createClient({ baseUrl: url });
      const workspaces = await client.workspaces.list();
      const expired = workspaces.filter(({ expiresAt }) => Date.parse(expiresAt) < before);
      expect(expired.map(({ name }) => name)).toEqual(['Partner sandbox']);
      const { id } = await client.mockServices.create(input());
      const { updatedAt } = await client.mockServices.get(id);
      expect(Date.parse(updatedAt)).toBeGreaterThanOrEqual(before);
      expect(Date.parse(updatedAt)).toBeLessThanOrEqual(Date.now());
    }
  });

  test.each([
    ['hide', false, 200],
    ['gone', false, 410],
  ])(
    '--on-expiry %s determines how the program treats an expired workspace',
    async (behavior, isListed, status) => {
      const { url } = await serveHere('--port', '0', '--on-expiry', behavior, '--admin');
      const { workspaces } = (await (await fetch(`${url}/__fake/data`)).json()) as Seed;
      const expired = workspaces?.find(({ name }) => name === 'Partner sandbox')?.id ?? '';
      expect((await (await fetch(url + workspacesPath)).text()).includes(expired)).toBe(isListed);
      expect((await fetch(url + activityPath(expired))).status).toBe(status);
    },
  );

  test('--clock stops the clock at a time in UTC', async () => {
    const { url } = await serveHere('--port', '0', '--clock', '2026-03-01T12:00', '--admin');
    const now = (await (await fetch(`${url}/__fake/clock.now`)).json()) as number;
    expect(new Date(now).toISOString()).toBe('2026-03-01T12:00:00.000Z');
    const { data } = (await (await fetch(url + workspacesPath)).json()) as { data: unknown };
    expect(data).toEqual(demoSeed({ now }).workspaces);
  });

  test('--empty starts the program without data', async () => {
    const { url } = await serveHere('--port', '0', '--empty');
    for (const path of [list, '/configuration/workspaces']) {
      expect(await (await fetch(url + path)).json()).toEqual({ data: [] });
    }
  });

  test('--token sets the required token, which is not printed', async () => {
    const { url, greeting } = await serveHere('--port', '0', '--token', 'hunter2', '--admin', '--worlds');
    expect(greeting.join()).not.toContain('hunter2');
    for (const path of [list, '/__fake/', `/worlds/a${list}`]) {
      expect((await fetch(url + path)).status).toBe(401);
      const headers = { authorization: 'Bearer hunter2' };
      expect((await fetch(url + path, { headers })).status).toBe(200);
    }
  });

  test('MOCK_SERVICES_TOKEN sets the required token unless --token overrides it', async () => {
    const statusWith = async (token: string, ...args: readonly string[]) => {
      const environment = {
        MOCK_SERVICES_TOKEN: 'hunter2',
        MOCK_SERVICES_URL: 'https://mocks.example:81/api',
      };
      const { url } = await serveIn(environment, '--port', '0', ...args);
      return (await fetch(url + list, { headers: { authorization: `Bearer ${token}` } })).status;
    };
    expect(await statusWith('hunter2')).toBe(200);
    expect(await statusWith('hunter3')).toBe(401);
    expect(await statusWith('hunter3', '--token', 'hunter3')).toBe(200);
    const invalid = { MOCK_SERVICES_TOKEN: 'not valid', MOCK_SERVICES_URL: 'not a URL' };
    const { url } = await serveIn(invalid, '--port', '0', '--token', 'own');
    expect((await fetch(url + list, { headers: { authorization: 'Bearer own' } })).status).toBe(200);
  });

  test('the port of a MOCK_SERVICES_URL on this machine is the default of --port', async () => {
    const port = await freePort();
    const { url } = await serveIn({ MOCK_SERVICES_URL: `http://localhost:${port}/api` });
    expect(new URL(url).port).toBe(String(port));
  });

  test('the program reads a seed file with or without a byte order mark', async () => {
    const seed = { mockServices: [mockService(1)] };
    for (const mark of ['', '\ufeff']) {
      const { url } = await serveHere('--port', '0', '--seed', await fileWith(mark + JSON.stringify(seed)));
      expect(await (await fetch(`${url}/configuration/workspaces`)).json()).toEqual({ data: [] });
      const { id, type, title, createdAt, updatedAt } = mockService(1);
      const summary = { id, type, title, createdAt, updatedAt };
      expect(await (await fetch(url + list)).json()).toEqual({ data: [summary] });
    }
  });

  test('--help prints the help text and ignores all other arguments', async () => {
    const usage = await runHere('--port', '-1', '--help');
    expect(usage).toMatchObject({ code: 0, stderr: '' });
    await expect(usage.stdout).toMatchFileSnapshot('help/serve.txt');
    expect(await runHere('-h')).toEqual(usage);
    expect(await runHere('--version')).toEqual({ code: 0, stdout: '1.2.3\n', stderr: '' });
  });

  test('the program exits with 2 if the port is in use', async () => {
    const { port } = await start(createFakeServer());
    expect(await runHere('--port', String(port))).toEqual({
      code: 2,
      stdout: '',
      stderr: `Port ${port} is in use. Stop the program that uses the port, or choose another port (port, --port). Port 0 means any free port.\n`,
    });
  });

  test('the program exits with 2 and prints the reason for invalid arguments', async () => {
    const mistakes: [args: string[], reason: string][] = [
      [['--prot', '1'], 'Unknown option --prot. Did you mean --port?'],
      [['--port', 'http'], '--port must be a number from 0 to 65535, not "http".'],
      [['--port', '--version'], '--port needs a value.'],
      [['--port', '0', '--host', ' '], 'The option host must be an address or a host name; got " ".'],
      [['--empty', '--seed', 'seed.json'], '--empty and --seed cannot be combined. Remove one of them.'],
      [['--clock', 'soon'], '--clock must be a time in UTC, such as 2026-03-01T12:00:00Z, not "soon".'],
      [['--on-expiry', 'stay'], '--on-expiry must be one of keep, hide, gone, not "stay".'],
      [['--max-worlds', '5'], '--max-worlds has no effect without --worlds. Add --worlds.'],
      [['--data', '-'], '--data must be a file, not stdin or stdout.'],
      [['--token', 'a\nb'], '--token is not a valid token. Expected visible ASCII characters'],
      [['--quiet=yes'], '--quiet takes no value.'],
      [['--grease=some'], '--grease must have no value or an integer, such as --grease=7, not "some".'],
      [['--latency', '5'], '--latency 5 has no unit. Write 5s or 5ms.'],
      [
        ['--cors-origin', 'localhost:3000'],
        '--cors-origin must be an origin (scheme, host and port), such as http://localhost:3000, or *; got "localhost:3000".',
      ],
    ];
    await Promise.all(
      mistakes.map(async ([args, reason]) => {
        const { code, stdout, stderr } = await runHere(...args);
        expect([code, stdout]).toEqual([2, '']);
        expect(stderr).toContain(reason);
        expect(stderr).toMatch(/\nSee --help\.\n$/);
      }),
    );
  });
});
