/** Messages contain neither values of unknown options nor excess arguments, because both may be secret. */
import { parseArgs } from 'node:util';
import { didYouMean } from '@mock-services/sdk/seed';
import { helpOption, helpText, versionOption } from './help.ts';
import { type Option, optionsIn, type OptionTable, type Parsed, type Program } from './option-table.ts';
import { exitCodes, Failure, type Terminal } from './terminal.ts';
import { quoted, shown } from './text.ts';

export function usageFailure(reason: string): Failure {
  return new Failure(`${reason}\nSee --help.`);
}

/** Throws a `Failure` if an argument is wrong, and with exit code 0 if the user asked for help or the version. */
export function parseArguments<const One extends Program>(
  program: One,
  args: readonly string[],
  terminal: Pick<Terminal, 'command' | 'version'>,
): Parsed<One> {
  const { commands }: Program = program;
  const shared = { ...program.options, ...versionOption, ...helpOption };
  const tables = Object.values(commands ?? {}).map(({ options = {} }) => options);
  const all: OptionTable = Object.fromEntries([...tables, shared].flatMap((one) => Object.entries(one)));
  const { given, rest } = split(args, all);
  const isGiven = (...names: string[]) => given.some(({ arg }) => names.includes(arg));
  const asksForHelp = isGiven('--help', '-h') || (commands !== undefined && rest[0] === 'help');
  if (commands !== undefined && rest[0] === 'help') rest.shift();
  const name = commands && rest.shift();
  const command = Object.entries(commands ?? {}).find(([key]) => key === name)?.[1];
  const table: OptionTable = command === undefined ? all : { ...shared, ...command.options };
  const problem = problemIn(given, table);
  // An argument after an unknown option may be the value of that option, so it is not called an unknown command.
  if (name !== undefined && command === undefined && problem === undefined)
    throw usageFailure(`Unknown command ${shown(name)}.${didYouMean(name, Object.keys(commands ?? {}))}`);
  if (asksForHelp) throw new Failure(helpText(program, terminal, command && name), exitCodes.done);
  if (problem !== undefined) throw usageFailure(problem);
  if (isGiven('--version')) throw new Failure(terminal.version, exitCodes.done);
  if (commands !== undefined && command === undefined) {
    const reason = swallowed(given, Object.keys(commands));
    throw new Failure([helpText(program, terminal), ...reason].join('\n\n'));
  }
  const { argument } = command ?? program;
  const isList = argument?.[0].endsWith('...>') === true;
  const most = argument === undefined ? 0 : 1;
  if (rest.length > most && !isList)
    throw usageFailure(
      `Too many arguments: expected ${most}, received ${rest.length}. Quote an argument that contains spaces.`,
    );
  if (rest.length === 0 && argument?.[0].startsWith('<'))
    throw usageFailure(`The argument ${argument[0]} is missing. Expected ${argument[1]}.`);
  const own = optionsIn({ ...program.options, ...command?.options });
  const options = own.map((option): [string, unknown] => [option.key, valueOf(option, given)]);
  const parsed = { command: name, options: Object.fromEntries(options), argument: isList ? rest : rest[0] };
  return parsed as Parsed<One>;
}

interface Given {
  readonly flag: string;
  /** The name in the arguments, such as `-o`. */
  readonly name: string;
  /** The whole argument, which may contain a value, as in `--name=value`, or several options, as in `-ab`. */
  readonly arg: string;
  readonly isInline: boolean;
  readonly values: string[];
}

function split(args: readonly string[], table: OptionTable): { given: Given[]; rest: string[] } {
  const all = new Map(optionsIn(table).map((option) => [option.name, option]));
  const options = [...all].map(([name, { value, short }]) => {
    const type = value.startsWith('<') ? ('string' as const) : ('boolean' as const);
    return [name, short === undefined ? { type } : { type, short }] as const;
  });
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(options),
    strict: false,
    tokens: true,
  });
  const given: Given[] = [];
  const rest: string[] = [];
  /** Number of following arguments that may still be values of the last option. */
  let open = 0;
  for (const token of tokens) {
    if (token.kind === 'positional') {
      (open > 0 ? given.at(-1)?.values : rest)?.push(token.value);
      open -= 1;
    } else if (token.kind === 'option') {
      const { name, rawName, value, inlineValue = false, index } = token;
      const placeholder = all.get(name)?.value ?? '';
      const isOptional = placeholder.startsWith('[') && value === undefined;
      open = placeholder.endsWith('...>') ? Infinity : Number(isOptional);
      const values = value === undefined ? [] : [value];
      given.push({ flag: `--${name}`, name: rawName, arg: args[index] ?? '', isInline: inlineValue, values });
    } else open = 0;
  }
  return { given, rest };
}

function problemIn(given: readonly Given[], table: OptionTable): string | undefined {
  const all = new Map(optionsIn(table).map((option) => [option.flag, option]));
  for (const [position, { flag, name, arg, isInline, values }] of given.entries()) {
    const option = all.get(flag);
    if (option === undefined) {
      const whole = arg.replace(/=.*/s, '');
      const meant = didYouMean(whole, [...all.keys()]);
      // Show only the letter of a short option, because the characters after the letter may be a value, as in
      // `-tsecret`.
      return `Unknown option ${shown(meant === '' ? name : whole)}.${meant}`;
    }
    const [value] = values;
    if (option.value === '' && value !== undefined)
      return `${name} takes no value. Write ${name} without an equals sign, or leave it out.`;
    if (isInline && name !== flag && value?.startsWith('='))
      return `Write ${name} <value> or ${flag}=<value>, without an equals sign after ${name}.`;
    const isOption = !isInline && /^-./s.test(value ?? '');
    if (isOption || value === '' || (value === undefined && option.value.startsWith('<')))
      return `${name} needs a value.${isOption ? ` A value that begins with a dash follows an equals sign: ${flag}=<value>.` : ''}`;
    const isAgain = given.findIndex((other) => other.flag === flag) < position;
    const isOne = option.value !== '' && !option.value.endsWith('...>') && option.isRepeatable !== true;
    if (isAgain && isOne) return `${flag} is given twice. Remove one of them.`;
  }
  return undefined;
}

/** Explains which option received the name of a command as its value, so that no command remained. */
function swallowed(given: readonly Given[], commands: readonly string[]): string[] {
  for (const { flag, values } of given) {
    const command = commands.find((name) => values.includes(name));
    if (command !== undefined)
      return [
        `There is no command, because ${flag} took ${command} as its value. Write the value of ${flag} before ${command}.`,
      ];
  }
  return [];
}

function valueOf({ flag, value, choices, isRepeatable, ...option }: Option, all: readonly Given[]): unknown {
  const given = all.filter((one) => one.flag === flag);
  const read = (text: string): unknown => {
    if (choices?.includes(text) === false)
      throw usageFailure(`${flag} must be one of ${choices.join(', ')}, not ${quoted(text)}.`);
    return option.read === undefined ? text : option.read(text, flag);
  };
  const texts = given.flatMap(({ values }) => values);
  if (isRepeatable === true || value.endsWith('...>')) return given[0] && texts.map(read);
  const text = texts[0] ?? option.default;
  if (text !== undefined) return read(text);
  return value.startsWith('<') ? undefined : given.length > 0;
}

/** @throws {Failure} unless the text is the number of a TCP port, or 0. */
export function portOf(text: string, flag: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw usageFailure(`${flag} must be a number from 0 to 65535, not ${quoted(text)}.`);
}

/** @throws {Failure} if two options would read stdin. */
export function requireStdinOnce(given: Readonly<Record<string, string | undefined>>): void {
  const [first, second] = Object.entries(given).flatMap(([name, path]) => (path === '-' ? name : []));
  if (first !== undefined && second !== undefined)
    throw usageFailure(`${first} and ${second} cannot both be stdin. Write one of them to a file.`);
}
