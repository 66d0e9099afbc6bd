/** How the arguments of a program are read, and what is said about those that are wrong. */
import {
  createCommand,
  Failure,
  parseArguments,
  requireStdinOnce,
  serviceOptions,
} from '@mock-services/cli-kit';
import { expect, test } from 'vitest';
import { recorder } from './terminal.ts';

/** Returns the options and arguments of a command with one argument, or the message of the failure. */
async function parsed(...args: readonly string[]) {
  const { terminal } = recorder();
  const command = createCommand(terminal)
    .argument('[file]')
    .addOption(serviceOptions.token())
    .addOption(serviceOptions.header())
    .option('-o, --output <file>')
    .option('--json');
  try {
    await parseArguments(command, args, terminal);
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
  return { ...command.opts(), args: command.args };
}

const rejected = (reason: string) => `${reason}\nSee --help.`;

test('options and arguments are read in any order', async () => {
  expect(await parsed('--token', 'x', 'file', '-ofile', '--header=a: 1', '--json')).toEqual({
    token: 'x',
    header: ['a: 1'],
    output: 'file',
    json: true,
    args: ['file'],
  });
  expect(await parsed('--header', 'a: 1', '--header', 'b: 2')).toEqual({
    header: ['a: 1', 'b: 2'],
    args: [],
  });
});

test.each([
  ['--tokn=hunter2', 'Unknown option --tokn. Did you mean --token?'],
  ['--TOKEN=hunter2', 'Unknown option --TOKEN. Did you mean --token?'],
  ['-tokn=hunter2', 'Unknown option -tokn. Did you mean --token?'],
  ['--hlep', 'Unknown option --hlep. Did you mean --help?'],
  ['-thunter2', 'Unknown option -t.'],
  ['-uhunter2:hunter2', 'Unknown option -u.'],
])('the unknown option %s is named without a value', async (arg, reason) => {
  expect(await parsed(arg, 'file')).toBe(rejected(reason));
});

test('an option that takes a value needs one, which is no other option', async () => {
  const reason = '--token needs a value.';
  const hint = ' A value that begins with a dash follows an equals sign: --token=<value>.';
  expect(await parsed('--token')).toBe(rejected(reason));
  expect(await parsed('--token=', 'hunter2')).toBe(rejected(reason));
  expect(await parsed('--token', '')).toBe(rejected(reason));
  for (const other of ['--json', '-h', '--', '-hunter2'])
    expect(await parsed('--token', other)).toBe(rejected(reason + hint));
  expect(await parsed('--token=-x')).toMatchObject({ token: '-x' });
  expect(await parsed('-o=file')).toBe(
    rejected('Write -o <value> or --output=<value>, without an equals sign after -o.'),
  );
});

test('an option that takes no value rejects one without printing it', async () => {
  const reason = '--json takes no value. Write --json without an equals sign, or leave it out.';
  expect(await parsed('--json=hunter2')).toBe(rejected(reason));
  expect(await parsed('-hunter2')).toBe(rejected('-h takes no value.'));
});

test('an unexpected argument is not printed, and a negative number is no option', async () => {
  for (const arg of ['hunter2', '-5', '-'])
    expect(await parsed('file', arg)).toBe(rejected('Too many arguments. Expected 1.'));
  expect(await parsed('-5')).toEqual({ args: ['-5'] });
});

test('after --, nothing is an option', async () => {
  for (const arg of ['--help', '--json', '--token=x', '--unknown'])
    expect(await parsed('--', arg)).toEqual({ args: [arg] });
  expect(await parsed('--tokn', '--', 'x')).toBe(rejected('Unknown option --tokn. Did you mean --token?'));
});

test('only one option can read stdin', () => {
  requireStdinOnce({ '--seed': '-', '--profile': 'file', '--token-file': undefined });
  expect(() => requireStdinOnce({ '--seed': '-', '--profile': 'file', '--token-file': '-' })).toThrow(
    rejected('--seed and --token-file cannot both be stdin. Write one of them to a file.'),
  );
});
