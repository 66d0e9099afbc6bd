import { readFileSync } from 'node:fs';
import { createFakeServer, demoWorld } from '@mock-services/fake-server/core';
import { describe, expect, test, vi } from 'vitest';
import { input, mockService } from '../support/samples.ts';
import { fileWith, launchServer, run, runHere } from './program.ts';
import { start } from './raw-client.ts';

const list = '/configuration/mock-services';

// Each program takes a while to start from its sources, and several do on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

describe('the program', () => {
  test('serves sample data on loopback until it is stopped, and says how to reach it', async () => {
    const program = await launchServer('--port', '0');
    expect(program.greeting.at(-1)).toMatch(/^Mock services at http:\/\/127\.0\.0\.1:\d+$/);
    const response = await fetch(program.url + list);
    const { data } = (await response.json()) as { data: { id: string }[] };
    expect(data.map(({ id }) => id)).toEqual(demoWorld().mockServices.map(({ id }) => id));
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
    expect(await program.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
    await expect(fetch(program.url + list)).rejects.toThrow('fetch failed');
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('ends with 0 on %s, open connections or not', async (signal) => {
    const program = await launchServer('--port=0', '--quiet');
    await fetch(program.url + list);
    const unfinished = new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(1)) });
    const post = { method: 'POST', body: unfinished, duplex: 'half' } as RequestInit;
    const broken = fetch(program.url + list, post).then(
      () => 'answered',
      () => 'broken',
    );
    await fetch(program.url + list);
    expect(await program.stop(signal)).toMatchObject({ code: 0 });
    expect(await broken).toBe('broken');
  });

  test('prints the URL alone when it is to be quiet', async () => {
    const { greeting, url } = await launchServer('--port', '0', '--quiet');
    expect(greeting).toEqual([url]);
  });

  test('lets origins call, several if they are named', async () => {
    const origins = ['http://localhost:5173', 'https://app.test'];
    const { url } = await launchServer('--port', '0', ...origins.flatMap((one) => ['--cors-origin', one]));
    for (const origin of origins) {
      const { headers } = await fetch(url + list, { headers: { origin } });
      expect(headers.get('access-control-allow-origin')).toBe(origin);
    }
  });

  test('varies what the interface leaves open when it is told to', async () => {
    const answersOf = async (...args: string[]) => {
      const { url } = await launchServer('--port', '0', ...args);
      const answers: string[] = [];
      for (let i = 0; i < 5; i += 1) answers.push(await (await fetch(url + list)).text());
      return answers;
    };
    const plain = await answersOf();
    const greased = await answersOf('--grease');
    expect(new Set(plain).size).toBe(1);
    expect(greased).not.toEqual(plain);
    expect(await answersOf('--grease=7')).toEqual(await answersOf('--grease=7'));
    expect(await answersOf('--grease=8')).not.toEqual(await answersOf('--grease=7'));
  });

  test('takes its time with every answer when it is told to', async () => {
    const { url } = await launchServer('--port', '0', '--latency', '150');
    const started = performance.now();
    await fetch(url + list);
    expect(performance.now() - started).toBeGreaterThan(149);
  });

  test('serves its admin endpoints when it is told to', async () => {
    const { url } = await launchServer('--port', '0', '--admin');
    expect((await fetch(`${url}/__fake/`)).status).toBe(200);
    const plain = await launchServer('--port', '0');
    expect((await fetch(`${plain.url}/__fake/`)).status).toBe(404);
  });

  test('listens on the host that it is given', async () => {
    const { url } = await launchServer('--port', '0', '--host', '0.0.0.0');
    expect((await fetch(url + list)).status).toBe(200);
  });

  test('begins with a seed out of a file, with or without a byte order mark', async () => {
    const seed = { mockServices: [mockService(1)] };
    for (const mark of ['', '\ufeff']) {
      const { url } = await launchServer(
        '--port',
        '0',
        '--seed',
        await fileWith(mark + JSON.stringify(seed)),
      );
      expect(await (await fetch(`${url}/configuration/workspaces`)).json()).toEqual({ data: [] });
      const { id, type, title, createdAt, updatedAt } = mockService(1);
      const summary = { id, type, title, createdAt, updatedAt };
      expect(await (await fetch(url + list)).json()).toEqual({ data: [summary] });
    }
  });

  test('prints its usage and its version', async () => {
    const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
    const { version } = JSON.parse(manifest) as { version: string };
    expect(await run('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    const usage = await run('--port', '-1', '--help');
    expect(usage).toMatchObject({ code: 0, stderr: '' });
    for (const flag of [
      '--port',
      '--host',
      '--seed',
      '--latency',
      '--cors-origin',
      '--admin',
      '--grease',
      '--quiet',
      '--help',
      '--version',
    ]) {
      expect(usage.stdout).toContain(`  ${flag}`);
    }
    expect(await run('-h')).toEqual(usage);
  });

  test('ends with 4 where the port is in use', async () => {
    const { port } = await start(createFakeServer());
    expect(await run('--port', String(port))).toEqual({
      code: 4,
      stdout: '',
      stderr: `Port ${port} is in use. Choose another with --port; --port 0 takes one that is free.\n`,
    });
  });

  test('ends with 4 where the host is none of this machine', async () => {
    const { code, stderr } = await run('--port', '0', '--host', '203.0.113.1');
    expect([code, stderr]).toEqual([
      4,
      '203.0.113.1 is no address of this machine. Choose another with --host.\n',
    ]);
  });

  test('ends with 2 and the reason where the arguments are wrong', async () => {
    const mistakes: [args: string[], reason: string][] = [
      [['--prot', '1'], "Unknown option '--prot'"],
      [['serve'], "Unexpected argument 'serve'"],
      [['--port', 'http'], '--port takes a number from 0 to 65535, not "http".'],
      [['--port', '65536'], '--port takes a number from 0 to 65535, not "65536".'],
      [['--port='], '--port takes a number from 0 to 65535, not "".'],
      [['--seed'], "Option '--seed <value>' argument missing"],
      [['--seed='], '--seed needs a value.'],
      [['--host='], '--host needs a value.'],
      [['--quiet=yes'], "Option '--quiet' does not take an argument"],
      [['--grease=some'], '--grease stands alone or takes a whole number, --grease=7, not "some".'],
      [['--latency', 'slow'], '--latency takes milliseconds, or a time such as 2s, not "slow".'],
      [['--latency=-5'], '--latency takes milliseconds'],
      [['--cors-origin', 'localhost:5173'], '--cors-origin takes an origin'],
      [['--cors-origin', 'http://localhost:5173/'], '--cors-origin takes an origin'],
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

describe('a seed in a file', () => {
  const refusalOf = async (content: string | Uint8Array) => {
    const path = await fileWith(content);
    const { code, stdout, stderr } = await runHere('--port', '0', '--seed', path);
    expect([code, stdout]).toEqual([3, '']);
    return stderr.replaceAll(path, 'seed.json').trimEnd();
  };

  test('is refused with line and column where it is no JSON', async () => {
    const mistakes: [content: string | Uint8Array, message: string][] = [
      ['', 'seed.json:1:1: not well-formed JSON: it ends too early.'],
      [
        '{\n  "mockServices": [\n    {"title": }\n',
        'seed.json:3:15: not well-formed JSON: a value belongs here.',
      ],
      ['{"a": 1,\n}', 'seed.json:2:1: not well-formed JSON: a name in double quotes belongs here.'],
      ['{"a" 1}', 'seed.json:1:6: not well-formed JSON: a colon belongs here.'],
      ['{"a": [1 2]}', 'seed.json:1:10: not well-formed JSON: a comma or ] belongs here.'],
      ['{"a": 1.}', 'seed.json:1:7: not well-formed JSON: a value belongs here.'],
      ['{"a": 01}', 'seed.json:1:7: not well-formed JSON: a value belongs here.'],
      ['{"a": "x\ny"}', 'seed.json:1:9: not well-formed JSON: a string cannot go on like this.'],
      [String.raw`{"a": "\x"}`, 'seed.json:1:8: not well-formed JSON: a string cannot go on like this.'],
      ['{"a": "x', 'seed.json:1:9: not well-formed JSON: it ends too early.'],
      ['{}\n{}', 'seed.json:2:1: not well-formed JSON: nothing may follow the value.'],
      ['// {}', 'seed.json:1:1: not well-formed JSON: a value belongs here.'],
      [Uint8Array.of(0xff, 0xfe, 0x7b), 'seed.json: this file is not UTF-8 text.'],
    ];
    const refusals = await Promise.all(mistakes.map(([content]) => refusalOf(content)));
    expect(refusals).toEqual(mistakes.map(([, message]) => message));
  });

  test('is refused with line, column and field where it is no seed', async () => {
    const service = { ...mockService(1), title: 7 };
    const seed = { mockServices: [input(), service], 'a/b': 1 };
    const lines = JSON.stringify(seed, null, 2).split('\n');
    const lineOf = (part: string) => lines.findIndex((line) => line.includes(part)) + 1;
    const refusal = (await refusalOf(lines.join('\n'))).split('\n');
    expect(refusal).toEqual([
      'The seed has 5 problems:',
      `seed.json:${lineOf('"a/b"')}:10: a/b: expected one of mockServices, workspaces, activity, configurations, received another key`,
      'seed.json:3:5: mockServices[0].id: expected string, received nothing',
      'seed.json:3:5: mockServices[0].createdAt: expected string, received nothing',
      'seed.json:3:5: mockServices[0].updatedAt: expected string, received nothing',
      `seed.json:${lineOf('"title": 7')}:16: mockServices[1].title: expected string, received number`,
    ]);
  });

  test('has to be an object', async () => {
    expect(await refusalOf(' []')).toBe(
      'The seed has 1 problem:\nseed.json:1:2: (the whole): expected object, received array',
    );
  });

  test('has to be there, and a file', async () => {
    const missing = await runHere('--seed', '/nowhere/seed.json');
    expect(missing).toEqual({ code: 3, stdout: '', stderr: '/nowhere/seed.json: there is no such file.\n' });
    const folder = await runHere('--seed', '/');
    expect(folder.stderr).toBe('/: this is a folder, and a JSON file belongs here.\n');
  });
});
