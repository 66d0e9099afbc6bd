/** What `docs/command-line.md` says about all four programs, in the order of its table, apart from `everyday.test.ts`. */
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { at } from '../../tools/lib/paths.ts';
import { freePort } from '../../tools/lib/servers.ts';
import { fileWith, start } from '../../packages/cli-kit/test/support.ts';
import { escaped, recorder, unsafe, unsafeCharacters } from '../../packages/cli-kit/test/terminal.ts';
import { callers, launch, type Name, names, programs, run, serviceThat } from './programs.ts';

/** The options that a help text lists, with or without a value. */
async function optionsOf(name: Name) {
  const { stdout } = await run(name, ['--help']);
  const lines = Array.from(stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)( <)?(?! \[)(?:\s|[^[]*?>)/gm));
  return lines.map(([, flag = '', value]) => ({ flag, takesValue: value !== undefined }));
}

const rejected = (reason: string) => ({ code: 2, stdout: '', stderr: `${reason}\nSee --help.\n` });

const signals = { SIGINT: 130, SIGTERM: 143 };

describe.each(names)('%s', (name) => {
  const { call } = programs[name];

  test('each option that takes a value needs one, and takes no option as its value', async () => {
    const flags = (await optionsOf(name)).flatMap(({ flag, takesValue }) => (takesValue ? flag : []));
    expect(flags).toContain('--token-file');
    for (const flag of flags) {
      const reason = `${flag} needs a value.`;
      const hint = ` A value that begins with a dash follows an equals sign: ${flag}=<value>.`;
      expect(await run(name, [flag])).toEqual(rejected(reason));
      expect(await run(name, [`${flag}=`])).toEqual(rejected(reason));
      expect(await run(name, [flag, '--version'])).toEqual(rejected(reason + hint));
    }
  });

  test('an argument that is not expected is not printed, even after --', async () => {
    for (const args of [['hunter2'], ['--', '--token=hunter2']]) {
      const { code, stdout, stderr } = await run(name, [...call('http://127.0.0.1:1'), ...args]);
      expect([args, code, stdout]).toEqual([args, 2, '']);
      expect(stderr).toMatch(/^Too many arguments: expected \d, received \d\. /);
      expect(stderr).not.toContain('hunter2');
    }
  });

  test('an invalid token is rejected without printing it', async () => {
    for (const source of ['--token', '--token-file', 'MOCK_SERVICES_TOKEN']) {
      const isVariable = source.startsWith('MOCK');
      const value = source === '--token-file' ? fileWith('hünter2') : 'hünter2';
      const args = [...call('http://127.0.0.1:1'), ...(isVariable ? [] : [source, value])];
      const environment = isVariable ? { [source]: value } : {};
      const { code, stdout, stderr } = await run(name, args, { environment });
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(`${source} is not a valid token. Expected visible ASCII characters`);
      expect(stderr).not.toMatch(/h[uü]nter2/);
    }
  });

  test('an empty MOCK_SERVICES_TOKEN is an error, because a secret may be missing', async () => {
    expect(await run(name, call('http://127.0.0.1:1'), { environment: { MOCK_SERVICES_TOKEN: '' } })).toEqual(
      rejected('MOCK_SERVICES_TOKEN is set, but empty. Expected a token. To use none, unset the variable.'),
    );
  });

  test('control characters in arguments are escaped', async () => {
    for (const arg of [
      `--${unsafeCharacters}`,
      `--url=http://${unsafeCharacters}`,
      '--port=\u001b[2J',
      '--reporter=\u001b[2J',
      '\u001b[2J',
    ]) {
      const { stdout, stderr } = await run(name, [arg]);
      expect(stdout + stderr).not.toMatch(unsafe);
    }
    const character = '\u009b';
    expect(await run(name, [...call('http://127.0.0.1:1'), '--token-file', `/nowhere/${character}`])).toEqual(
      {
        code: 2,
        stdout: '',
        stderr: `--token-file: /nowhere/${escaped(character)}: there is no such file.\n`,
      },
    );
  });

  test('Ctrl+C and SIGTERM end the program while it waits for stdin', async () => {
    for (const [signal, expected] of Object.entries(signals)) {
      const stopping = new AbortController();
      let isWaiting = false;
      const stdin = async () => {
        isWaiting = true;
        await once(stopping.signal, 'abort');
        throw new Error('The stream was aborted.');
      };
      const { terminal, printed } = recorder({ stopped: stopping.signal });
      const args = [...call('http://127.0.0.1:1'), '--token-file', '-'];
      const ended = programs[name].main(args, { ...terminal, stdin });
      await vi.waitUntil(() => isWaiting);
      await setImmediate();
      stopping.abort(signal);
      expect([signal, await ended, printed]).toEqual([
        signal,
        expected,
        { stdout: '', stderr: 'Stopped.\n' },
      ]);
    }
  });
});

describe.each(callers)('%s calls a service', (name) => {
  const { call } = programs[name];

  test('that --url, an argument or MOCK_SERVICES_URL names', async () => {
    const hasArgument = name !== 'cli';
    const callsWith = async (argsFor: (url: string) => readonly string[], variable?: string) => {
      const { url, received, arrived } = await serviceThat();
      const environment = { MOCK_SERVICES_URL: variable ?? url };
      await run(name, argsFor(url), { environment, until: () => arrived });
      expect(received.length).toBeGreaterThan(0);
    };
    await callsWith(() => call());
    await callsWith((url) => [...call(), '--url', url], 'not a URL');
    await callsWith((url) => call(url), 'not a URL');
    const { url } = await serviceThat();
    const both = await run(name, [...call(url), '--url', url]);
    const reason = 'The base URL is given twice. Pass it as the argument, or with --url.';
    expect(both).toEqual(rejected(hasArgument ? reason : '--url is given twice. Remove one of them.'));
  });

  test('unless its base URL is invalid', async () => {
    const url = 'localhost:4600';
    const argument = { conformance: 'The base URL', explorer: 'The service URL', cli: '--url', fake: '' }[
      name
    ];
    for (const [source, args, environment] of [
      [argument, call(url), { MOCK_SERVICES_URL: 'other' }],
      ['--url', [...call(), '--url', url], { MOCK_SERVICES_URL: 'other' }],
      ['MOCK_SERVICES_URL', call(), { MOCK_SERVICES_URL: url }],
    ] as const) {
      const reason = 'must be an absolute http or https URL without ';
      const expected = new RegExp(`^${source} ${reason}.*\\nSee --help\\.\\n$`);
      const { code, stdout, stderr } = await run(name, args, { environment });
      expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(expected)]);
      expect(stderr).toContain(`Did you mean http://${url}?`);
    }
  });

  test('and an empty MOCK_SERVICES_URL counts as not set', async () => {
    const environment = { MOCK_SERVICES_URL: '' };
    const { code } = await run(name, call(), { environment });
    expect(code).toBe(name === 'explorer' ? 0 : 2);
  });
});

test.each(['cli', 'conformance'] as const)(
  '%s accepts time limits from 1 to 2,147,483,647 ms',
  async (name) => {
    const { call } = programs[name];
    const flags = (await optionsOf(name)).flatMap(({ flag }) => (flag.endsWith('timeout') ? flag : []));
    expect(flags).toContain('--timeout');
    for (const flag of flags) {
      const hanging = await serviceThat('hangs');
      const { stderr } = await run(name, [...call(hanging.url), flag, '1ms']);
      expect([flag, stderr.match(/must be|See --help/)]).toEqual([flag, null]);
      const { url, received } = await serviceThat();
      expect(await run(name, [...call(url), flag, '2147483647ms'])).toMatchObject({ code: 0, stderr: '' });
      expect(received.length).toBeGreaterThan(0);
      for (const text of ['0ms', '2147483648ms'])
        expect(await run(name, [...call(url), flag, text])).toEqual(
          rejected(`${flag} must be from 1ms to 24d, not ${text}.`),
        );
    }
  },
);

test.each([
  ['--token', ['--token', 'one']],
  ['--token-file -', ['--token-file', '-']],
  ['MOCK_SERVICES_TOKEN', []],
])('the fake server requires the token of %s', async (_, option) => {
  const statuses: number[] = [];
  const until = async (greeting: string) => {
    const [url = ''] = /http:\S+/.exec(greeting) ?? [];
    const list = `${url}/configuration/mock-services`;
    for (const token of ['one', 'two'])
      statuses.push((await fetch(list, { headers: { authorization: `Bearer ${token}` } })).status);
  };
  const environment = { MOCK_SERVICES_TOKEN: option.length === 0 ? 'one' : 'other' };
  const args = ['--port', '0', ...option];
  expect(await run('fake', args, { environment, stdin: 'one\n', until })).toMatchObject({ code: 0 });
  expect(statuses).toEqual([200, 401]);
});

test.each([
  ['--seed', '--profile'],
  ['--seed', '--token-file'],
  ['--profile', '--token-file'],
])('the inputs %s and %s of the fake server cannot both be stdin', async (one, other) => {
  const reason = `${one} and ${other} cannot both be stdin. Write one of them to a file.`;
  expect(await run('fake', [other, '-', one, '-'], { stdin: '{}' })).toEqual(rejected(reason));
});

test.each([
  ['cli', 'SIGINT', 130],
  ['fake', 'SIGTERM', 0],
] as const)(
  'the process of the program %s ends after %s with the exit code %i',
  async (name, signal, expected) => {
    const { url, arrived } = await serviceThat('hangs');
    const { child, ended } = launch(name, programs[name].call(url));
    await (programs[name].isServer ? once(child.stdout, 'data') : arrived);
    child.kill(signal);
    expect(await ended).toMatchObject({ code: expected });
  },
);

test.each(['fake', 'explorer'] as const)(
  'without a reader, the server %s continues to serve',
  async (name) => {
    const port = String(await freePort());
    const { url } = await serviceThat();
    const args = programs[name].call(url).map((arg) => (arg === '0' ? port : arg));
    launch(name, args, '| true');
    const status = async () => (await fetch(`http://127.0.0.1:${port}`)).status;
    expect([await vi.waitFor(status, 60_000), await status(), await status()]).toEqual([200, 200, 200]);
  },
);

test.each([
  'packages/cli/src/bin.ts',
  'packages/conformance/src/bin.ts',
  'packages/explorer/dev.ts',
  'packages/fake-server/src/node/bin.ts',
])('the help of %s names its npm script', async (file) => {
  const { scripts } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const { stdout } = await start(at(file), ['--help']).ended;
  const [, script = ''] = /^Usage: npm run (\S+) -- /m.exec(stdout) ?? [];
  expect(scripts[script]).toBe(`node --import ./tools/sources.ts ${file}`);
});
