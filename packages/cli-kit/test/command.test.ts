/** How the arguments of a program are read, and what is said about those that are wrong. */
import { Failure, parseArguments, type Program, requireStdinOnce } from '@mock-services/cli-kit';
import { expect, test } from 'vitest';
import { recorder } from './terminal.ts';

const program = {
  help: 'Reads a file.',
  argument: ['[file]', 'what to read'],
  options: {
    '--token <token>': 'secret',
    '--header <line>': { isRepeatable: true, help: 'line to send' },
    '-o, --output <file>': 'file to write',
    '--shape <name>': { choices: ['round', 'square'], default: 'round', help: 'shape of the file' },
    '--only <part...>': 'parts to read',
    '--grease [seed]': { read: Number, help: 'vary the file' },
    '--json': 'print JSON',
  },
} as const satisfies Program;

/** Returns the options and arguments that are given, or the message of the failure. */
function parsed(...args: readonly string[]) {
  try {
    const { options, argument } = parseArguments(program, args, recorder().terminal);
    const given = Object.entries({ ...options, argument }).filter(([name, value]) =>
      name === 'shape' ? value !== 'round' : value !== undefined && value !== false,
    );
    return Object.fromEntries(given);
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

const rejected = (reason: string) => `${reason}\nSee --help.`;

test('options and arguments are read in any order', () => {
  expect(parsed('--token', 'x', 'file', '-ofile', '--header=a: 1', '--json')).toEqual({
    token: 'x',
    header: ['a: 1'],
    output: 'file',
    json: true,
    argument: 'file',
  });
  expect(parsed('--header', 'a: 1', '--header', 'b: 2')).toEqual({
    header: ['a: 1', 'b: 2'],
  });
});

test('a list ends before the next option, and a default is replaced', () => {
  expect(parsed('--only', 'a', 'b', '--json', 'file')).toEqual({
    only: ['a', 'b'],
    json: true,
    argument: 'file',
  });
  expect(parsed('--only', 'a', '--', 'file')).toEqual({ only: ['a'], argument: 'file' });
  expect(parsed('--shape=square')).toEqual({ shape: 'square' });
  expect(parsed('--shape=oval')).toBe(rejected('--shape must be one of round, square, not "oval".'));
});

test('the value of an option may be missing if the help says so', () => {
  expect(parsed('--grease', '--json')).toEqual({ grease: true, json: true });
  for (const args of [['--grease=7'], ['--grease', '7']])
    expect(parsed(...args, 'file')).toEqual({ grease: 7, argument: 'file' });
  expect(parsed('--grease=')).toBe(rejected('--grease needs a value.'));
});

test('an option with one value is not given twice, unless it is repeatable', () => {
  expect(parsed('--token', 'hunter2', '--token=hunter2')).toBe(
    rejected('--token is given twice. Remove one of them.'),
  );
  expect(parsed('--json', '--json')).toEqual({ json: true });
  expect(parsed('--only', 'a', '--only', 'b', '--', 'file')).toEqual({ only: ['a', 'b'], argument: 'file' });
});

test.each([
  ['--tokn=hunter2', 'Unknown option --tokn. Did you mean --token?'],
  ['--TOKEN=hunter2', 'Unknown option --TOKEN. Did you mean --token?'],
  ['-tokn=hunter2', 'Unknown option -tokn. Did you mean --token?'],
  ['--hlep', 'Unknown option --hlep. Did you mean --help?'],
  ['-thunter2', 'Unknown option -t.'],
  ['-uhunter2:hunter2', 'Unknown option -u.'],
])('the unknown option %s is named without a value', (arg, reason) => {
  expect(parsed(arg, 'file')).toBe(rejected(reason));
});

test('an option that takes a value needs one, which is no other option', () => {
  const reason = '--token needs a value.';
  const hint = ' A value that begins with a dash follows an equals sign: --token=<value>.';
  expect(parsed('--token')).toBe(rejected(reason));
  expect(parsed('--token=', 'hunter2')).toBe(rejected(reason));
  expect(parsed('--token', '')).toBe(rejected(reason));
  for (const other of ['--json', '-h', '--', '-hunter2'])
    expect(parsed('--token', other)).toBe(rejected(reason + hint));
  expect(parsed('--token=-x')).toMatchObject({ token: '-x' });
  expect(parsed('-o=file')).toBe(
    rejected('Write -o <value> or --output=<value>, without an equals sign after -o.'),
  );
});

test('an option that takes no value rejects one without printing it', () => {
  const reason = '--json takes no value. Write --json without an equals sign, or leave it out.';
  expect(parsed('--json=hunter2')).toBe(rejected(reason));
  expect(parsed('-hunter2')).toBe(rejected('Unknown option -u.'));
});

test('an unexpected argument is not printed', () => {
  for (const arg of ['hunter2', '-'])
    expect(parsed('file', arg)).toBe(
      rejected('Too many arguments: expected 1, received 2. Quote an argument that contains spaces.'),
    );
});

test('after --, nothing is an option', () => {
  for (const arg of ['--help', '--json', '--token=x', '--unknown'])
    expect(parsed('--', arg)).toEqual({ argument: arg });
  expect(parsed('--tokn', '--', 'x')).toBe(rejected('Unknown option --tokn. Did you mean --token?'));
});

test('only one option can read stdin', () => {
  requireStdinOnce({ '--seed': '-', '--profile': 'file', '--token-file': undefined });
  expect(() => requireStdinOnce({ '--seed': '-', '--profile': 'file', '--token-file': '-' })).toThrow(
    rejected('--seed and --token-file cannot both be stdin. Write one of them to a file.'),
  );
});
