import { type Command, optionsIn, type OptionTable, type Program, type Term } from './option-table.ts';
import type { Terminal } from './terminal.ts';

const width = 80;

export const versionOption = { '--version': 'print the version' };
export const helpOption = { '-h, --help': 'print this help' };

/** If `name` is `undefined`, returns the help of the whole program. */
export function helpText(
  program: Program,
  { command: start }: Pick<Terminal, 'command'>,
  name?: string,
): string {
  const command = name === undefined ? undefined : program.commands?.[name];
  const shared = { ...program.options, ...versionOption };
  return command === undefined
    ? text(`${start}${program.commands ? ' <command>' : ''}${usage(program)}`, program, [
        ['Options', optionTerms({ ...shared, ...helpOption })],
        ['Commands', commandTerms(program)],
        ['Environment', variableTerms(program)],
      ])
    : text(`${start} ${name}${usage(command)}`, command, [
        ['Options', optionTerms({ ...command.options, ...helpOption })],
        ['Global Options', optionTerms(shared, command.options)],
      ]);
}

type Section = readonly [title: string, terms: readonly Term[]];

function text(start: string, { help, argument, notes = [] }: Command, parts: readonly Section[]): string {
  const argumentTerms: Term[] = argument === undefined ? [] : [[argument[0].slice(1, -1), argument[1]]];
  const sections = [['Arguments', argumentTerms] as const, ...parts].filter(([, terms]) => terms.length > 0);
  const indent = 4 + Math.max(...sections.flatMap(([, terms]) => terms.map(([term]) => term.length)));
  const row = ([term, meaning]: Term) => `  ${term}`.padEnd(indent) + wrapped(meaning, indent);
  return [
    `Usage: ${start} [options]`,
    wrapped(help),
    ...sections.map(([title, terms]) => [`${title}:`, ...terms.map(row)].join('\n')),
    ...notes.map((note) => wrapped(note)),
  ].join('\n\n');
}

function usage({ argument }: Command): string {
  return argument === undefined ? '' : ` ${argument[0]}`;
}

function optionTerms(table: OptionTable, others: OptionTable = {}): Term[] {
  return optionsIn(table)
    .filter(({ term }) => !Object.hasOwn(others, term))
    .map(({ term, help, choices, isRepeatable, ...option }) => [
      choices === undefined ? term : term.replace(/<.*>/, `<${choices.join('|')}>`),
      `${help}${isRepeatable === true ? '; repeatable' : ''}${option.default === undefined ? '' : ` (default: ${option.default})`}`,
    ]);
}

function commandTerms({ commands }: Program): Term[] {
  if (commands === undefined) return [];
  const terms = Object.entries(commands).map(([key, command]): Term => [key + usage(command), command.help]);
  return [...terms, ['help [command]', 'print the help of a command']];
}

/** Lists each environment variable only once, even if several commands have the option that it sets. */
function variableTerms({ options, commands = {}, environment = [] }: Program): Term[] {
  const tables = [options, ...Object.values(commands).map((command) => command.options ?? {})];
  const rows = tables.flatMap(optionsIn);
  return [...new Map([...rows.flatMap(({ variable }) => (variable ? [variable] : [])), ...environment])];
}

function wrapped(words: string, indent = 0): string {
  const lines = words.match(new RegExp(`\\S.{0,${width - indent - 1}}(?=\\s|$)|\\S+`, 'gm')) ?? [];
  return lines.join(`\n${' '.repeat(indent)}`);
}
