/** What `docs/command-line.md` says about all four programs, in the order of its table. */
import { existsSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { serve } from '@mock-services/fake-server/node';
import { createFakeServer } from '@mock-services/fake-server/core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { at } from '../../tools/lib/paths.ts';
import { freePort } from '../../tools/lib/servers.ts';
import { escaped, recorder, unsafe, unsafeCharacters } from '../../packages/cli-kit/test/terminal.ts';
import {
  callers,
  fileWith,
  launch,
  type Name,
  names,
  programs,
  run,
  serviceThat,
  start,
} from './programs.ts';

const help = async (name: Name) => (await run(name, ['--help'])).stdout;

/** The options that a help text lists, with or without a value. */
async function optionsOf(name: Name) {
  const lines = Array.from(
    (await help(name)).matchAll(/^ {2}(?:-\w, )?(--[\w-]+)( <)?(?! \[)(?:\s|[^[]*?>)/gm),
  );
  return lines.map(([, flag = '', value]) => ({ flag, takesValue: value !== undefined }));
}

const rejected = (reason: string) => ({ code: 2, stdout: '', stderr: `${reason}\nSee --help.\n` });

describe.each(names)('%s', (name) => {
  const { call, isServer } = programs[name];

  test('--help and -h print the help, beside any other argument', async () => {
    const printed = await run(name, ['--help']);
    expect(printed).toMatchObject({ code: 0, stderr: '' });
    expect(printed.stdout).toMatch(/^Usage: npx program [^]*--version [^]*-h, --help [^]*Exit codes: /);
    for (const args of [['-h'], ['--tokn', '-h'], ['--tokn=hunter2', '--help']])
      expect(await run(name, args)).toEqual(printed);
  });

  test('--version prints the version', async () => {
    expect(await run(name, ['--version'])).toEqual({ code: 0, stdout: '1.2.3\n', stderr: '' });
  });

  test.each([['--tokn=hunter2'], ['--tokn', 'hunter2'], ['-tokn=hunter2'], ['--TOKN=hunter2']])(
    'an unknown option is named without its value: %j %j',
    async (...args) => {
      const given = args.filter((arg) => typeof arg === 'string');
      const [flag = ''] = (given[0] ?? '').split('=');
      const expected = rejected(`Unknown option ${flag}. Did you mean --token?`);
      expect(await run(name, given)).toEqual(expected);
      expect(await run(name, [...call('http://127.0.0.1:1'), ...given])).toEqual(expected);
    },
  );

  test.each([
    ['--hlep', '--help'],
    ['--versoin', '--version'],
  ])('the unknown option %s suggests %s', async (given, meant) => {
    expect(await run(name, [given])).toEqual(rejected(`Unknown option ${given}. Did you mean ${meant}?`));
  });

  test.each([['-thunter2'], ['-Hx: hunter2'], ['-uhunter2:hunter2'], ['-thunter2=x']])(
    'a value that follows an unknown short option is not printed: %j',
    async (arg) => {
      const expected = rejected(`Unknown option ${arg.slice(0, 2)}.`);
      expect(await run(name, [arg])).toEqual(expected);
      expect(await run(name, [...call('http://127.0.0.1:1'), arg])).toEqual(expected);
    },
  );

  test('each option that takes a value needs one, and takes no option as its value', async () => {
    const flags = (await optionsOf(name)).flatMap(({ flag, takesValue }) => (takesValue ? flag : []));
    expect(flags).toContain('--token-file');
    for (const flag of flags) {
      const reason = `${flag} needs a value.`;
      const hint = ` A value that begins with a dash follows an equals sign: ${flag}=<value>.`;
      expect(await run(name, [flag])).toEqual(rejected(reason));
      expect(await run(name, [`${flag}=`])).toEqual(rejected(reason));
      expect(await run(name, [`${flag}=`, 'hunter2'])).toEqual(rejected(reason));
      expect(await run(name, [flag, ''])).toEqual(rejected(reason));
      for (const other of ['--version', '--help', '-h', '--', '--hunter2', '-hunter2', flag])
        expect(await run(name, [flag, other])).toEqual(rejected(reason + hint));
    }
  });

  test('an option that takes no value rejects one without printing it', async () => {
    const flags = (await optionsOf(name)).flatMap(({ flag, takesValue }) => (takesValue ? [] : flag));
    expect(flags).toContain('--version');
    for (const flag of ['-h', ...flags.filter((each) => each !== '--grease')]) {
      const reason = `${flag} takes no value. Write ${flag} without an equals sign, or leave it out.`;
      expect(await run(name, [`${flag}=hunter2`])).toEqual(rejected(reason));
    }
    expect(await run(name, ['-hunter2'])).toEqual(rejected('-h takes no value.'));
  });

  test('an argument that is not expected is not printed', async () => {
    // A number with a sign is no option.
    for (const arg of ['hunter2', '-', '-5', '-0.5']) {
      const { code, stdout, stderr } = await run(name, [...call('http://127.0.0.1:1'), arg]);
      expect([arg, code, stdout]).toEqual([arg, 2, '']);
      expect(stderr).toMatch(/^Too many arguments\. Expected \d\.\n/);
      expect(stderr).not.toContain('hunter2');
    }
  });

  test('after --, an argument that looks like an option is not read as one', async () => {
    // Without a value, with one, and unknown: as options, these would print the help, be accepted, or be rejected.
    for (const arg of ['--help', '--version', '--token=hunter2', '--hunter2', '-x']) {
      const { code, stdout, stderr } = await run(name, [...call('http://127.0.0.1:1'), '--', arg]);
      expect([arg, code, stdout]).toEqual([arg, 2, '']);
      expect(stderr).toMatch(/^Too many arguments\. Expected \d\.\n/);
    }
  });

  test('after --, even as the first argument, nothing is an option', async () => {
    for (const arg of ['--help', '-h', '--version', '--hunter2', '--token']) {
      const { code, stdout, stderr } = await run(name, ['--', arg, '--', 'x']);
      expect([arg, code, stdout]).toEqual([arg, 2, '']);
      expect(stderr).not.toMatch(/Unknown option|needs a value/);
      const before = await run(name, ['--tokn', '--', arg]);
      expect(before).toEqual(rejected('Unknown option --tokn. Did you mean --token?'));
    }
  });

  test('a program that is stopped before it starts ends with the exit code of the signal', async () => {
    for (const [signal, expected] of [
      ['SIGINT', 130],
      ['SIGTERM', isServer ? 0 : 143],
    ] as const) {
      const { terminal } = recorder({ stopped: AbortSignal.abort(signal) });
      const { url } = await serviceThat(isServer ? 'responds' : 'hangs');
      expect([signal, await programs[name].main(call(url), terminal)]).toEqual([signal, expected]);
    }
  });

  test.each([
    ['--token', 'a b', 'Expected visible ASCII characters'],
    ['--token', ' hunter2', 'Expected visible ASCII characters'],
    ['--token', 'hunter2\n', 'Expected visible ASCII characters'],
    ['--token', 'hunter2\x01', 'Expected visible ASCII characters'],
    ['--token', 'Bearer hunter2', 'Pass the token without "Bearer "'],
    ['--token-file', 'hunter2\nhunter2', 'Expected visible ASCII characters'],
    ['MOCK_SERVICES_TOKEN', 'hünter2', 'Expected visible ASCII characters'],
    ['MOCK_SERVICES_TOKEN', 'Bearer hunter2', 'Pass the token without "Bearer "'],
  ])('%s rejects the token %j without printing it', async (source, token, reason) => {
    const value = source === '--token-file' ? fileWith(token) : token;
    const isVariable = source.startsWith('MOCK');
    const environment = isVariable ? { [source]: value } : {};
    const args = [...call('http://127.0.0.1:1'), ...(isVariable ? [] : [source, value])];
    const { code, stdout, stderr } = await run(name, args, { environment });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`${source} is not a valid token. ${reason}`);
    expect(stderr).not.toMatch(/h[uü]nter2/);
  });

  test.each([
    [
      'MOCK_SERVICES_TOKEN',
      '',
      'MOCK_SERVICES_TOKEN is set, but empty. Expected a token. To use none, unset the variable.',
    ],
    [
      'MOCK_SERVICES_TOKEN',
      ' \n',
      'MOCK_SERVICES_TOKEN is set, but empty. Expected a token. To use none, unset the variable.',
    ],
    ['--token-file', '\n', '--token-file is empty. Expected a token. To use none, omit --token-file.'],
  ])(
    '%s with the content %j is an error, because a secret may be missing',
    async (source, content, reason) => {
      const isVariable = source.startsWith('MOCK');
      const environment = isVariable ? { [source]: content } : {};
      const option = isVariable ? [] : [source, fileWith(content)];
      const args = [...call('http://127.0.0.1:1'), ...option];
      expect(await run(name, args, { environment })).toEqual(rejected(reason));
    },
  );

  test('two sources of a token that exclude each other are rejected', async () => {
    const args = [...call('http://127.0.0.1:1'), '--token', 'hunter2', '--token-file', fileWith('hunter2')];
    expect(await run(name, args)).toEqual(
      rejected('--token and --token-file cannot be combined. Remove one of them.'),
    );
  });

  test('a file that cannot be read is named, and the exit code is 2', async () => {
    const args = [...call('http://127.0.0.1:1'), '--token-file', '/nowhere/\u001b[31m'];
    expect(await run(name, args)).toEqual({
      code: 2,
      stdout: '',
      stderr: '--token-file: /nowhere/\\u001b[31m: there is no such file.\n',
    });
    for (const character of unsafeCharacters.replace('\0', '')) {
      args.splice(-1, 1, `/nowhere/${character}`);
      expect((await run(name, args)).stderr).toBe(
        `--token-file: /nowhere/${escaped(character)}: there is no such file.\n`,
      );
    }
  });

  test('control characters in arguments are escaped', async () => {
    for (const arg of [
      '--\u001b[31m',
      '--\u009b2J\u202e=x',
      `--${unsafeCharacters}`,
      `-${unsafeCharacters}`,
      `--url=http://${unsafeCharacters}`,
      '--port=\u001b[2J',
      '--reporter=\u001b[2J',
      '\u001b[2J',
    ]) {
      const { stdout, stderr } = await run(name, [arg]);
      expect(stdout + stderr).not.toMatch(unsafe);
    }
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', isServer ? 0 : 143],
  ] as const)('after %s, the exit code is %i', async (signal, expected) => {
    const { url, arrived } = await serviceThat(name === 'explorer' ? 'responds' : 'hangs');
    const { child, ended } = launch(name, call(url));
    await (isServer ? once(child.stdout, 'data') : arrived);
    child.kill(signal);
    expect(await ended).toMatchObject({ code: expected });
  });

  test('without a reader, the exit code stays, and a server continues to serve', async () => {
    const running = await serve(createFakeServer());
    onTestFinished(() => running.close({ grace: 0 }));
    const port = String(await freePort());
    const args = call(running.url).map((arg) => (arg === '0' ? port : arg));
    const { ended } = launch(name, args, '| true; exit ${PIPESTATUS[0]}');
    const status = async () => (await fetch(`http://127.0.0.1:${port}`)).status;
    const statuses = async () => [await vi.waitFor(status, 60_000), await status(), await status()];
    expect(isServer ? await statuses() : await ended).toEqual(
      isServer ? [200, 200, 200] : { code: 0, stdout: '', stderr: '' },
    );
  });

  test('without a reader of stderr, the exit code stays', async () => {
    const { ended } = launch(name, ['--unknown'], '2>&1 >/dev/null | true; exit ${PIPESTATUS[0]}');
    expect(await ended).toMatchObject({ code: 2 });
  });

  test.runIf(existsSync('/dev/full'))('the exit code is 2 if the output cannot be written', async () => {
    const running = await serve(createFakeServer());
    onTestFinished(() => running.close({ grace: 0 }));
    const { child, ended } = launch(name, call(running.url), '> /dev/full');
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
      if (isServer && stderr.includes('ENOSPC')) child.kill('SIGTERM');
    });
    expect(await ended).toMatchObject({ code: 2 });
    expect(stderr).toBe('stdout cannot be written (ENOSPC).\n');
  });
});

describe.each(callers)('%s calls a service', (name) => {
  const { call } = programs[name];

  /** Returns the headers of the first request. */
  async function sentWith(
    args: readonly string[],
    options: Parameters<typeof run>[2] = {},
    url?: string,
  ): Promise<Readonly<Record<string, unknown>>> {
    const service = await serviceThat();
    const environment = { MOCK_SERVICES_URL: url ?? service.url, ...options.environment };
    const own = url === undefined ? call() : call(service.url);
    const { stderr } = await run(name, [...own, ...args], {
      ...options,
      environment,
      until: () => service.arrived,
    });
    expect([stderr.match(/See --help/), service.received.length > 0]).toEqual([null, true]);
    return (
      service.received.find(({ authorization }) => authorization !== undefined) ?? service.received[0] ?? {}
    );
  }

  test('MOCK_SERVICES_URL names the service unless an argument does', async () => {
    await sentWith([]);
    await sentWith([], {}, 'not a URL');
    const { url } = await serviceThat();
    const both = await run(name, [...call(url), '--url', url]);
    const twice = rejected('Pass the base URL once: as the argument, or with --url.');
    expect(both).toMatchObject(name === 'cli' ? { code: 0 } : twice);
  });

  test('--url names the service', async () => {
    const { url, received, arrived } = await serviceThat();
    await run(name, [...call(), '--url', url], { until: () => arrived });
    expect(received.length).toBeGreaterThan(0);
  });

  test.each([
    'localhost:4600',
    'mocks.test/api',
    'ftp://mocks.test',
    'hunter2',
    'https://mocks.test/#hunter2',
  ])('the base URL %s is rejected', async (url) => {
    const argument = { conformance: 'The base URL', explorer: 'The service URL', cli: '--url', fake: '' }[
      name
    ];
    for (const [source, args, environment] of [
      [argument, call(url), {}],
      [argument, call(url), { MOCK_SERVICES_URL: 'other' }],
      ['--url', [...call(), '--url', url], {}],
      ['--url', [...call(), '--url', url], { MOCK_SERVICES_URL: 'other' }],
      ['MOCK_SERVICES_URL', call(), { MOCK_SERVICES_URL: url }],
    ] as const) {
      const reason = 'must be an absolute http or https URL without ';
      const expected = new RegExp(`^${source} ${reason}.*\\nSee --help\\.\\n$`);
      const { code, stdout, stderr } = await run(name, args, { environment });
      expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(expected)]);
      expect(stderr).not.toContain('hunter2');
      expect(stderr).toContain(url.startsWith('localhost') ? `Did you mean http://${url}?` : '');
    }
  });

  test.runIf(name !== 'cli')('an empty argument is no base URL, even if a variable has one', async () => {
    const { url, received } = await serviceThat();
    const environment = { MOCK_SERVICES_URL: url };
    for (const args of [call(''), [...call(''), '--url', url]]) {
      const { code, stdout, stderr } = await run(name, args, { environment });
      expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('URL')]);
    }
    expect(received).toEqual([]);
  });

  test('an empty MOCK_SERVICES_URL counts as not set', async () => {
    const environment = { MOCK_SERVICES_URL: '' };
    const { code } = await run(name, call(), { environment });
    expect(code).toBe(name === 'explorer' ? 0 : 2);
  });

  test('the token comes from an option, or else from MOCK_SERVICES_TOKEN', async () => {
    const environment = { MOCK_SERVICES_TOKEN: ' one\n' };
    const sent = async (...args: string[]) =>
      (await sentWith(args, { environment, stdin: 'three\n' }))['authorization'];
    expect(await sent()).toBe('Bearer one');
    expect(await sent('--token', 'two')).toBe('Bearer two');
    expect(await sent('--token-file', '-')).toBe('Bearer three');
    expect(await sent('--token-file', fileWith('\uFEFF\r\n\t four \r\n'))).toBe('Bearer four');
    expect(await sent('--header', 'Authorization: Basic five')).toBe('Basic five');
    // After an equals sign, a value may look like an option.
    for (const token of ['-x', '--version', '--', '='])
      expect(await sent(`--token=${token}`)).toBe(`Bearer ${token}`);
  });

  test('headers come from --header and from MOCK_SERVICES_HEADERS, which --header overrides', async () => {
    const environment = {
      MOCK_SERVICES_HEADERS:
        'x-a: 1\r\n\r\n  \nx-b :\t2 \t\r\nauthorization: Basic y\r\nx-d: 6\nX-D: 7\nx-e:\r\nx-f: 8\n',
      MOCK_SERVICES_TOKEN: 'z',
    };
    const args = ['--header', 'X-A: 3:4', '--header=x-c:  é', '--header', 'x-c: 5 ', '--header', 'x-f:'];
    const sent = await sentWith(args, { environment });
    expect(sent).toMatchObject({ 'x-a': '3:4', 'x-b': '2', 'x-c': 'é, 5', authorization: 'Basic y' });
    expect(sent).toMatchObject({ 'x-d': '6, 7', 'x-e': '', 'x-f': '' });
  });

  test('--token and --header must not both set the header Authorization', async () => {
    const args = [...call('http://127.0.0.1:1'), '--token=hunter2', '--header', 'authorization: hunter2'];
    const reason =
      '--token or --token-file and --header must not both set the header Authorization. Omit one of them.';
    expect(await run(name, args)).toEqual(rejected(reason));
  });

  test.each([
    'x: hunter2\x01b',
    'x: hunter2\nx-b: 1',
    'x: hunter2\x7f',
    'hunter2',
    'x y: hunter2',
    ': hunter2',
    'x: \u{1f34e}hunter2',
  ])('the header %j is rejected before a request is sent, and not printed', async (header) => {
    const { url, received } = await serviceThat();
    const form = "must have the form 'Name: value', without control characters and line breaks.";
    expect(await run(name, [...call(url), '--header', header])).toEqual(rejected(`--header ${form}`));
    // In the variable, a line break separates two headers.
    const environment = { MOCK_SERVICES_HEADERS: header.replaceAll('\n', '\x01') };
    expect(await run(name, call(url), { environment })).toEqual(rejected(`MOCK_SERVICES_HEADERS ${form}`));
    expect(received).toEqual([]);
  });

  test.runIf(name !== 'explorer').each(['0', '1s', '-5', '2147483648', 'hunter2', '1e3'])(
    '--timeout %s is rejected',
    async (text) => {
      expect(await run(name, [...call('http://127.0.0.1:1'), '--timeout', text])).toEqual(
        rejected('--timeout must be a number of milliseconds from 1 to 2147483647.'),
      );
    },
  );

  test.runIf(name !== 'explorer')('a time limit of one millisecond is accepted', async () => {
    const flags = (await optionsOf(name)).flatMap(({ flag }) => (flag.endsWith('timeout') ? flag : []));
    for (const flag of flags) {
      const { url } = await serviceThat('hangs');
      const { stderr } = await run(name, [...call(url), flag, '1']);
      expect([flag, stderr.match(/must be|See --help/)]).toEqual([flag, null]);
    }
  });

  test.runIf(name !== 'explorer')('the longest time limit is accepted', async () => {
    const flags = (await optionsOf(name)).flatMap(({ flag }) => (flag.endsWith('timeout') ? flag : []));
    expect(flags).toContain('--timeout');
    for (const flag of flags) {
      const { url, received } = await serviceThat();
      expect(await run(name, [...call(url), flag, '2147483647'])).toMatchObject({ code: 0, stderr: '' });
      expect(received.length).toBeGreaterThan(0);
    }
  });
});

/** All sources of credentials, with what they send. The first one wins. */
const credentials = {
  '--header': 'Basic one',
  '--token': 'Bearer two',
  '--token-file': 'Bearer three',
  MOCK_SERVICES_HEADERS: 'Basic four',
  MOCK_SERVICES_TOKEN: 'Bearer five',
};
type Source = keyof typeof credentials;

test('of all sources of credentials, an option wins, unless two options exclude each other', async () => {
  const file = fileWith('three\n');
  const args: Readonly<Partial<Record<Source, string>>> = {
    '--header': 'authorization: Basic one',
    '--token': 'two',
    '--token-file': file,
  };
  const variables = {
    MOCK_SERVICES_HEADERS: 'x-a: 1\nAuthorization: Basic four',
    MOCK_SERVICES_TOKEN: 'five',
  };
  const sources = Object.keys(credentials) as Source[];
  for (let set = 0; set < 2 ** sources.length; set += 1) {
    const given = sources.filter((_, bit) => (set & (2 ** bit)) !== 0);
    const options = given.filter((source) => source.startsWith('--'));
    const { url, received } = await serviceThat();
    const environment = Object.fromEntries(
      Object.entries(variables).filter(([variable]) => given.some((source) => source === variable)),
    );
    const { code } = await run(
      'cli',
      ['list', '--url', url, ...options.flatMap((option) => [option, args[option] ?? ''])],
      { environment },
    );
    const sent = received.map(({ authorization }) => authorization);
    const [first] = given;
    const expected = options.length > 1 ? [2, []] : [0, [first && credentials[first]]];
    expect({ given, ended: [code, sent] }).toEqual({ given, ended: expected });
  }
});

test.each(['', ' ', 'Bearer five', 'ü'])(
  'the variable %j for a token is not read if anything else contains credentials',
  async (MOCK_SERVICES_TOKEN) => {
    const file = fileWith('three\n');
    const others: [expected: string | undefined, args: string[], lines?: string][] = [
      ['Basic one', ['--header', 'authorization: Basic one']],
      ['Bearer two', ['--token', 'two']],
      ['Bearer three', ['--token-file', file]],
      ['Basic four', [], 'authorization: Basic four'],
      [undefined, []],
      [undefined, ['--header', 'x-a: 1'], 'x-b: 2'],
    ];
    for (const [expected, args, MOCK_SERVICES_HEADERS = ''] of others) {
      const { url, received } = await serviceThat();
      const environment = { MOCK_SERVICES_TOKEN, MOCK_SERVICES_HEADERS };
      const { code } = await run('cli', ['list', '--url', url, ...args], { environment });
      const sent = received.map(({ authorization }) => authorization);
      const ended = expected === undefined ? [2, []] : [0, [expected]];
      expect({ args, ended: [code, sent] }).toEqual({ args, ended });
    }
  },
);

test.each([
  ['--token', 'one'],
  ['--token-file', '-'],
  ['', ''],
])('the fake server requires the token of %s %s', async (option, value) => {
  const statuses: number[] = [];
  const until = async (greeting: string) => {
    const [url = ''] = /http:\S+/.exec(greeting) ?? [];
    for (const token of ['one', 'two'])
      statuses.push((await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status);
    const list = `${url}/configuration/mock-services`;
    for (const token of ['one', 'two'])
      statuses.push((await fetch(list, { headers: { authorization: `Bearer ${token}` } })).status);
  };
  const environment = { MOCK_SERVICES_TOKEN: option === '' ? 'one' : 'other' };
  const args = ['--port', '0', ...(option === '' ? [] : [option, value])];
  expect(await run('fake', args, { environment, stdin: 'one\n', until })).toMatchObject({ code: 0 });
  expect(statuses).toEqual([200, 200, 200, 401]);
});

test('each pair of inputs of the fake server that would both read stdin is rejected', async () => {
  const inputs = ['--seed', '--profile', '--token-file'];
  const pairs = inputs.flatMap((one, index) => inputs.slice(index + 1).map((other) => [one, other] as const));
  for (const [one, other] of pairs) {
    const reason = `${one} and ${other} cannot both be stdin. Write one of them to a file.`;
    expect(await run('fake', [one, '-', other, '-'], { stdin: '{}' })).toEqual(rejected(reason));
    expect(await run('fake', [other, '-', one, '-'], { stdin: '{}' })).toEqual(rejected(reason));
  }
});

test.each([
  'packages/cli/src/bin.ts',
  'packages/conformance/src/bin.ts',
  'packages/explorer/dev.ts',
  'packages/fake-server/src/node/bin.ts',
])('in a clone, the help of %s names the npm script that starts it', async (file) => {
  const { scripts } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const { stdout } = await start(at(file), ['--help']).ended;
  const [, script = ''] = /^Usage: npm run (\S+) -- /m.exec(stdout) ?? [];
  expect(scripts[script]).toBe(`node --import ./tools/sources.ts ${file}`);
});
