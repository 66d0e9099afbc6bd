/** The help of a program and of its commands, made from their tables. */
import {
  type Command,
  flagOf,
  type OptionRow,
  type OptionTable,
  type Program,
  type Term,
} from './option-table.ts';
import type { Terminal } from './terminal.ts';

/** Columns. */
const width = 80;

export const versionRow: OptionRow = { help: 'print the version' };
export const helpRow: OptionRow = { short: 'h', help: 'print this help' };

/** @param name - Name of a command, or `undefined` for the help of the program. */
export function helpText(
  program: Program,
  { command: start }: Pick<Terminal, 'command'>,
  name?: string,
): string {
  const command = name === undefined ? undefined : program.commands?.[name];
  const shared = { ...program.options, version: versionRow };
  return command === undefined
    ? text(`${start}${program.commands ? ' <command>' : ''}${usage(program)}`, program, [
        ['Options', optionTerms({ ...shared, help: helpRow })],
        ['Commands', commandTerms(program)],
        ['Environment', variableTerms(program)],
      ])
    : text(`${start} ${name}${usage(command)}`, command, [
        ['Options', optionTerms({ ...command.options, help: helpRow })],
        ['Global Options', optionTerms(shared, command.options)],
      ]);
}

type Section = readonly [title: string, terms: readonly Term[]];

/** @param start - The command line without options. */
function text(start: string, { help, argument, notes = [] }: Command, parts: readonly Section[]): string {
  const argumentTerms: Term[] = argument === undefined ? [] : [[argument.value.slice(1, -1), argument.help]];
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
  return argument === undefined ? '' : ` ${argument.value}`;
}

/** @param others - Options that replace those of the table. */
function optionTerms(table: OptionTable, others: OptionTable = {}): Term[] {
  return Object.entries(table).flatMap(([key, row]) =>
    Object.hasOwn(others, key) ? [] : [optionTerm(key, row)],
  );
}

function optionTerm(key: string, { short, value, help, choices, isRepeatable, ...row }: OptionRow): Term {
  const names = short === undefined ? flagOf(key) : `-${short}, ${flagOf(key)}`;
  const placeholder = choices === undefined ? value : `<${choices.join('|')}>`;
  const notes = `${isRepeatable === true ? '; repeatable' : ''}${row.default === undefined ? '' : ` (default: ${row.default})`}`;
  return [placeholder === undefined ? names : `${names} ${placeholder}`, help + notes];
}

function commandTerms({ commands }: Program): Term[] {
  if (commands === undefined) return [];
  const terms = Object.entries(commands).map(([key, command]): Term => [key + usage(command), command.help]);
  return [...terms, ['help [command]', 'print the help of a command']];
}

/** Lists a variable once, although several commands may have its option. */
function variableTerms({ options, commands = {}, environment = [] }: Program): Term[] {
  const tables = [options, ...Object.values(commands).map((command) => command.options ?? {})];
  const rows = tables.flatMap((table) => Object.values(table));
  return [...new Map([...rows.flatMap(({ variable }) => (variable ? [variable] : [])), ...environment])];
}

/** Breaks lines between words, and indents all but the first. */
function wrapped(words: string, indent = 0): string {
  const lines = words.match(new RegExp(`\\S.{0,${width - indent - 1}}(?=\\s|$)|\\S+`, 'gm')) ?? [];
  return lines.join(`\n${' '.repeat(indent)}`);
}
