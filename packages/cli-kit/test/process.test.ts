/** What a process does with its signals and streams, whichever program it runs. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { at } from '../../../tools/lib/paths.ts';
import { fileWith, start } from '../../../checks/programs/programs.ts';

/** Runs the steps of `start-small.ts`. The first argument is the exit code. */
const small = (args: readonly (string | number)[], redirection?: string) =>
  start('start-small.ts', args.map(String), redirection);
const ended = async (args: readonly (string | number)[], redirection?: string) =>
  small(args, redirection).ended;

test.each([0, 1, 2])('the exit code is what the program returns: %i', async (code) => {
  expect(await ended([code, 'out', 'error', 'out', 'error'])).toEqual({
    code,
    stdout: 'out\nout\n',
    stderr: 'error\nerror\n',
  });
});

test('the sources name the script that starts them, and the version of the package', async () => {
  expect((await ended([0, 'command'])).stdout).toMatch(/^npm run small -- \d+\.\d+\.\d+\n$/);
});

test('an installed program names the package that npx runs', async () => {
  vi.stubEnv('INSTALLED_FILE', pathToFileURL(at('packages/cli-kit/test/bin.mjs')).href);
  onTestFinished(() => void vi.unstubAllEnvs());
  const expected = /^npx @mock-services\/cli-kit \d+\.\d+\.\d+\n$/;
  expect((await ended([0, 'command'])).stdout).toMatch(expected);
});

describe('a reader that has ended', () => {
  // After the first failure of a stream, the program writes to it twice more.
  const many = ['out', 'error', 'pause', 'out', 'error', 'pause', 'error', 'out', 'pause'];

  test('of stdout is no failure', async () => {
    expect(await ended([1, ...many, 'is closed'], '> >(exec true)')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error\nerror\nerror\nclosed: true\n',
    });
  });

  test('of stderr is no failure, and stdout is complete', async () => {
    expect(await ended([1, ...many, 'is closed'], '2> >(exec true)')).toEqual({
      code: 1,
      stdout: 'out\nout\nout\n',
      stderr: '',
    });
  });

  test('ends a program that prints until then', async () => {
    expect(await ended([1, 'until closed'], '> >(head -1 >/dev/null)')).toMatchObject({
      code: 1,
      stderr: '',
    });
  });
});

test.runIf(existsSync('/dev/full')).each([
  ['> /dev/full', { code: 2, stdout: '', stderr: 'error\nerror\nerror\n' }],
  ['2> /dev/full', { code: 1, stdout: 'out\nout\nout\n', stderr: '' }],
])('an output that cannot be written is reported once: %s', async (redirection, expected) => {
  const many = ['out', 'pause', 'error', 'out', 'pause', 'error', 'out', 'pause', 'error'];
  const { stderr, ...others } = await ended([1, ...many], redirection);
  const message = 'stdout cannot be written (ENOSPC).\n';
  expect({ ...others, stderr: stderr.replace(message, '') }).toEqual(expected);
  expect(stderr.split(message)).toHaveLength(expected.code === 2 ? 2 : 1);
});

describe.each([
  ['SIGINT', 'SIGTERM'],
  ['SIGTERM', 'SIGINT'],
] as const)('%s', (signal, other) => {
  test('lets the program end, and is the reason', async () => {
    const process = small([7, 'until stopped', 'pause', 'out']);
    await once(process.child.stdout, 'data');
    process.child.kill(signal);
    expect(await process.ended).toEqual({ code: 7, stdout: `waiting\n${signal}\nout\n`, stderr: '' });
  });

  test.each([signal, other])('kills the program if %s follows', async (second) => {
    const process = small([0, 'until killed']);
    await once(process.child.stdout, 'data');
    process.child.kill(signal);
    await once(process.child.stdout, 'data');
    process.child.kill(second);
    expect(await process.ended).toMatchObject({ code: null, stdout: 'waiting\nstopping\n' });
    expect(process.child.signalCode).toBe(second);
  });

  test('ends a program that waits for stdin', async () => {
    const process = start('start-small.ts', ['0', 'out', 'stdin'], '', 'open');
    await once(process.child.stdout, 'data');
    process.child.kill(signal);
    expect((await process.ended).stdout).toBe('out\n');
  });
});

test('stdin is read to its end', async () => {
  const path = fileWith('ü'.repeat(100_000));
  expect((await ended([0, 'stdin'], `< ${path}`)).stdout).toBe('200000\n');
  expect((await ended([0, 'stdin'], `< <(cat ${path}; sleep 0.3; echo x)`)).stdout).toBe('200002\n');
  expect((await ended([0, 'stdin'], '< /dev/null')).stdout).toBe('0\n');
});

test('arguments are passed as they are', async () => {
  const argument = '--x=\u00fc\n "y" $HOME';
  expect((await ended([0, 'argument', argument])).stdout).toBe(`${argument}\n`);
});
