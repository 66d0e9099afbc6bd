/** Parses arguments in the same way for all programs. Messages contain neither values of unknown options nor excess arguments. */
import { Command, CommanderError, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { didYouMean } from '@mock-services/sdk/seed';
import { exitCodes, Failure, type Terminal } from './terminal.ts';
import { shown, shownLines } from './text.ts';

export { Option };

export function usageFailure(reason: string): Failure {
  return new Failure(`${reason}\nSee --help.`);
}

export function createCommand({ command }: Pick<Terminal, 'command'>): Command {
  return new Command(command);
}

/**
 * Parses arguments, and calls the actions of the command.
 *
 * @throws {Failure} if an argument is wrong, or if the user asked for help or the version.
 */
export async function parseArguments(
  command: CommandUnknownOpts,
  args: readonly string[],
  { version }: Pick<Terminal, 'version'>,
): Promise<void> {
  let output = '';
  const write = (text: string) => void (output += text);
  const all = [command, ...command.commands];
  for (const one of all)
    one
      .helpOption('-h, --help', 'print this help')
      .configureOutput({ writeOut: write, writeErr: write })
      .exitOverride();
  command.version(version, '--version', 'print the version');
  checkOptions(all, args);
  try {
    await command.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const unknown = unknownCommand(command);
    if (error.code.startsWith('commander.help') && unknown !== undefined)
      throw usageFailure(unknownCommandText(unknown, all));
    if (error.exitCode === 0) throw new Failure(output.trimEnd(), exitCodes.done);
    if (error.code === 'commander.help') throw new Failure(output.trimEnd());
    throw usageFailure(reasonOf(error, all));
  }
}

function reasonOf({ code, message }: CommanderError, all: readonly CommandUnknownOpts[]): string {
  const [, name = ''] = /'([^']*)'/.exec(message) ?? [];
  if (code === 'commander.unknownOption') return unknownOption(name, all);
  if (code === 'commander.unknownCommand') return unknownCommandText(name, all);
  if (code === 'commander.excessArguments')
    return `Too many arguments. Expected ${/Expected (\d+)/.exec(message)?.[1]}.`;
  const sentence = message.replace(/^error: ./, (start) => start.slice(-1).toUpperCase());
  return shownLines(sentence.replace(/(?<!\.)$/, '.'));
}

/** Returns the name of an unknown command, for which commander would print the help of the program. */
function unknownCommand({ args, commands }: CommandUnknownOpts): string | undefined {
  const name = args[0] === 'help' ? args[1] : args[0];
  const isKnown = name === 'help' || commands.some((one) => one.name() === name);
  // What follows an unknown option may be its value.
  return commands.length === 0 || isKnown || name?.startsWith('-') ? undefined : name;
}

function unknownCommandText(name: string, [, ...commands]: readonly CommandUnknownOpts[]): string {
  const names = commands.map((one) => one.name());
  return `Unknown command ${shown(name)}.${didYouMean(name, names)}`;
}

/** @param given - May contain a value after an equals sign. */
function unknownOption(given: string, all: readonly CommandUnknownOpts[]): string {
  const [name = ''] = given.split('=', 1);
  const names = ['--help', ...all.flatMap(({ options }) => options.map(({ long }) => long ?? ''))];
  // An option with exactly this name belongs to another command.
  const others = names.filter((one) => one !== name);
  const meant = didYouMean(name, others);
  // The rest may be a value, as in `-tsecret`.
  const short = meant === '' ? /^-[^-]/u.exec(name)?.[0] : undefined;
  return `Unknown option ${shown(short ?? name)}.${meant}`;
}

/** Matches options, but no negative numbers such as `-5`. */
const looksLikeOption = /^-\D/;

/**
 * Reports what commander would accept or explain with a value: an option as the value of another option, a value for an
 * option that takes none, an equals sign after a short option, and the value of an unknown option.
 */
function checkOptions(all: readonly CommandUnknownOpts[], args: readonly string[]): void {
  const options = [
    ...all.flatMap((one) => one.options),
    { short: '-h', long: '--help', required: false, optional: false },
  ];
  const find = (name: string) => options.find(({ short, long }) => short === name || long === name);
  const end = args.indexOf('--');
  const given = end < 0 ? args : args.slice(0, end);
  const isHelp = given.includes('--help') || given.includes('-h');
  for (let index = 0; index < given.length; index += 1) {
    const arg = given[index] ?? '';
    if (!looksLikeOption.test(arg)) continue;
    const [name = ''] = arg.split('=', 1);
    const value = name === arg ? undefined : arg.slice(name.length + 1);
    const option = find(name);
    if (option === undefined) {
      const short = arg.slice(0, 2);
      const shortOption = short === '--' ? undefined : find(short);
      // In `-ofile`, the value follows without a space.
      if (isHelp || shortOption?.required === true) continue;
      throw usageFailure(shortOption ? `${short} takes no value.` : unknownOption(name, all));
    }
    if (!option.required) {
      if (value === undefined || option.optional) continue;
      throw usageFailure(`${name} takes no value. Write ${name} without an equals sign, or leave it out.`);
    }
    // Commander would read the equals sign as part of the value.
    if (value !== undefined && name === option.short)
      throw usageFailure(
        `Write ${name} <value> or ${option.long}=<value>, without an equals sign after ${name}.`,
      );
    const next = value ?? args[(index += 1)];
    const isOption = value === undefined && looksLikeOption.test(next ?? '');
    if (next === undefined || next === '' || isOption)
      throw usageFailure(
        `${name} needs a value.${isOption ? ` A value that begins with a dash follows an equals sign: ${option.long}=<value>.` : ''}`,
      );
  }
}

/** @throws {Failure} if two options would read stdin. */
export function requireStdinOnce(given: Readonly<Record<string, string | undefined>>): void {
  const [first, second] = Object.entries(given).flatMap(([name, path]) => (path === '-' ? name : []));
  if (first !== undefined && second !== undefined)
    throw usageFailure(`${first} and ${second} cannot both be stdin. Write one of them to a file.`);
}
