/** Options, exit codes and errors that the four programs share: the rows of `docs/command-line.md` that people meet daily. */
import { describe, expect, test } from 'vitest';
import { fileWith } from '../../packages/cli-kit/test/support.ts';
import { recorder } from '../../packages/cli-kit/test/terminal.ts';
import { callers, names, programs, run, serviceThat } from './programs.ts';

const rejected = (reason: string) => ({ code: 2, stdout: '', stderr: `${reason}\nSee --help.\n` });

describe.each(names)('%s', (name) => {
  const { call, isServer } = programs[name];

  test('prints its help, also beside a misspelled option, and its version', async () => {
    const printed = await run(name, ['--help']);
    expect(printed).toMatchObject({ code: 0, stderr: '' });
    expect(printed.stdout).toMatch(/^Usage: npx program [^]*--version [^]*-h, --help [^]*Exit codes: /);
    for (const args of [['-h'], ['--tokn=hunter2', '--help']]) expect(await run(name, args)).toEqual(printed);
    expect(await run(name, ['--version'])).toEqual({ code: 0, stdout: '1.2.3\n', stderr: '' });
  });

  test('rejects an unknown option, and suggests a similar one, without the value', async () => {
    const expected = rejected('Unknown option --tokn. Did you mean --token?');
    expect(await run(name, ['--tokn=hunter2'])).toEqual(expected);
    expect(await run(name, [...call('http://127.0.0.1:1'), '--tokn', 'hunter2'])).toEqual(expected);
  });

  test('ends with the exit code of the signal that stops it', async () => {
    for (const [signal, expected] of [
      ['SIGINT', 130],
      ['SIGTERM', isServer ? 0 : 143],
    ] as const) {
      const { url } = await serviceThat(isServer ? 'responds' : 'hangs');
      const { terminal } = recorder({ stopped: AbortSignal.abort(signal) });
      expect([signal, await programs[name].main(call(url), terminal)]).toEqual([signal, expected]);
    }
  });
});

test.each(callers)('%s sends the token and the headers of its options and variables', async (name) => {
  const sentWith = async (args: readonly string[], options: Parameters<typeof run>[2]) => {
    const service = await serviceThat();
    const environment = { MOCK_SERVICES_URL: service.url, ...options?.environment };
    const until = () => service.arrived;
    await run(name, [...programs[name].call(), ...args], { ...options, environment, until });
    return service.received.find(({ authorization }) => authorization !== undefined);
  };
  const environment = { MOCK_SERVICES_TOKEN: ' one\n', MOCK_SERVICES_HEADERS: 'x-a: 1\nx-b: 2' };
  const variables = { authorization: 'Bearer one', 'x-a': '1', 'x-b': '2' };
  expect(await sentWith([], { environment })).toMatchObject(variables);
  const token = async (...args: string[]) =>
    (await sentWith(args, { environment, stdin: 'three\n' }))?.authorization;
  expect(await token('--token', 'two')).toBe('Bearer two');
  expect(await token('--token-file', '-')).toBe('Bearer three');
  expect(await token('--token-file', fileWith('four\r\n'))).toBe('Bearer four');
  expect(await sentWith(['--header', 'X-A: 3', '--token=-x'], { environment })).toMatchObject({
    ...variables,
    'x-a': '3',
    authorization: 'Bearer -x',
  });
});
