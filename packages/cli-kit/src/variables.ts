/**
 * A seed file from somebody else must not read arbitrary environment variables, so only variables with the prefix are
 * read. Messages contain no values, because values may be secret.
 */
import { readFile, stat } from 'node:fs/promises';
import { typeName } from '@mock-services/sdk/contract';
import { didYouMean, substituteVariables, variablePrefix } from '@mock-services/sdk/seed';
import { usageFailure } from './command.ts';
import { nameOf } from './files.ts';
import { contentFailure, type JsonFile, lossFailure, readJson } from './json-file.ts';
import { lossesIn, type Loss } from './lossless.ts';
import type { OptionTable } from './option-table.ts';
import { Failure, type Terminal } from './terminal.ts';
import { shown } from './text.ts';

export const variableOption = {
  '--var <NAME=value>': {
    isRepeatable: true,
    help: `value for a variable of the file; the same as the environment variable ${variablePrefix}<NAME>, but visible in the process list`,
    variable: [
      `${variablePrefix}<NAME>`,
      `value for a variable of the file, such as ${variablePrefix}ORDERS_URL for ORDERS_URL`,
    ],
  },
} as const satisfies OptionTable;

export interface SeedFile extends JsonFile {
  readonly variables: ReadonlyMap<string, string>;
}

/**
 * Reads a seed, replaces its variables, and prints the source of each value.
 *
 * @param options - Strings in the form `NAME=value`. Options override environment variables, which override the file's
 *   defaults.
 * @throws {Failure} if the file cannot be read, or if a variable is unknown or has no value.
 */
export async function readSeedFile(
  terminal: Terminal,
  path: string,
  options: readonly string[] = [],
): Promise<SeedFile> {
  const given = new Map(options.map(assignment));
  const file = await readJson(terminal, path);
  const declared = Object.keys(declaredIn(file.value) ?? {});
  for (const name of given.keys())
    if (!declared.includes(name)) throw new Failure(`${file.name}: ${undeclared(name, declared)}`);
  const sources = declared.map((name) => {
    const inEnvironment = terminal.environment[variablePrefix + name];
    if (given.has(name)) return [name, '--var'] as const;
    if (inEnvironment === undefined) return [name, 'the file'] as const;
    // CI systems represent a variable without a value as an empty string.
    if (inEnvironment === '') throw new Failure(emptyVariable(name, declaredIn(file.value)?.[name]));
    given.set(name, inEnvironment);
    return [name, variablePrefix + name] as const;
  });
  for (const name of Object.keys(terminal.environment))
    if (name.startsWith(variablePrefix))
      warnOfMisspelled(terminal, name.slice(variablePrefix.length), declared);
  const { value, issues } = substituteVariables(file.value, given);
  if (issues.length > 0) throw contentFailure(file, issues);
  if (sources.length > 0)
    terminal.error(`Variables: ${sources.map(([name, source]) => `${name} from ${source}`).join(', ')}.`);
  const defaults = Object.entries(declaredIn(file.value) ?? {});
  const values = defaults.map(([name, value]) => [name, given.get(name) ?? String(value)] as const);
  return { ...file, value, variables: new Map(values) };
}

/**
 * Returns the variables that a file declares, so that a new version of the file can keep them.
 *
 * @returns `undefined` if the file does not exist, is not JSON, or has no `variables`.
 * @throws {Failure} if the new version would lose one of several variables with the same name.
 */
export async function variablesIn(path: string): Promise<Variables | undefined> {
  let text: string;
  let variables: Variables | undefined;
  let lost: Loss[];
  try {
    // Do not read a pipe, because another reader may be waiting for the data.
    if (!(await stat(path)).isFile()) return undefined;
    // `TextDecoder` drops a byte order mark, which `JSON.parse` would reject.
    text = new TextDecoder().decode(await readFile(path));
    variables = declaredIn(JSON.parse(text));
    lost = lossesIn(text).filter(({ keys }) => keys[0] === 'variables');
  } catch {
    return undefined;
  }
  if (lost.length > 0) throw lossFailure({ name: nameOf(path), text }, lost);
  return variables;
}

function assignment(text: string): readonly [name: string, value: string] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw usageFailure('--var must have the form NAME=value, such as --var ORDERS_URL=https://orders.test.');
  return [name, value];
}

type Variables = Readonly<Record<string, string | null>>;

/** Does not check the types of the values. */
function declaredIn(seed: unknown): Variables | undefined {
  const { variables } = Object(seed) as { readonly variables?: unknown };
  return typeName(variables) === 'object' ? (variables as Variables) : undefined;
}

function emptyVariable(name: string, defaultValue: unknown): string {
  const variable = shown(variablePrefix + name);
  const unset = typeof defaultValue === 'string' ? ' To use the default, unset the variable.' : '';
  return `${variable} is set, but empty. Expected a value.${unset} To use an empty value, pass --var ${shown(name)}=`;
}

/** Warns only of variables with a similar name, because other variables may be for other seed files. */
function warnOfMisspelled(
  { error }: Pick<Terminal, 'error'>,
  name: string,
  declared: readonly string[],
): void {
  const meant = declared.includes(name) ? '' : didYouMean(name, declared);
  if (meant !== '')
    error(`${shown(variablePrefix + name)}: the file declares no such variable.${shown(meant)}`);
}

function undeclared(name: string, declared: readonly string[]): string {
  return declared.length === 0
    ? `the file has no variables, so --var ${shown(name)} has no effect. Add "variables": { ${shown(JSON.stringify(name))}: null } to it.`
    : `--var ${shown(name)}: the file declares no such variable.${shown(didYouMean(name, declared))} It declares ${declared.map(shown).join(', ')}.`;
}
