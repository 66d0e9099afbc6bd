/** The commands that pages name, in blocks and within lines, and whether there are such. */
import { existsSync, readFileSync } from 'node:fs';
import { at } from '../lib/paths.ts';
import { isFile, type Page } from './page.ts';

const inline = /(?<!`)`((?:npm|npx) [^`\n]+)`(?!`)/g;

/** Each command of the page's shells, without comments and what is joined by `&&` or `|`, and each in its lines. */
export function commandsIn({ text, steps }: Page): string[] {
  const blocks = steps.flatMap((step) => (isFile(step) ? [] : linesIn(step.code)));
  const lines = Array.from(text.matchAll(inline), ([, command = '']) => command);
  return [...blocks, ...lines].flatMap((line) => line.split(/&&|\|/).map((part) => part.trim()));
}

/** The lines of a shell, joined where a backslash continues them, without comments. */
export function linesIn(code: string): string[] {
  return code
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*/, '').trim())
    .filter((line) => line !== '');
}

interface Manifest {
  readonly scripts?: Readonly<Record<string, string>>;
}

/** npm's own commands that need no script. */
const ofNpm = new Set(['ci', 'exec', 'init', 'install', 'pack', 'pkg', 'publish', 'view']);

/**
 * What is wrong with an `npm` command in a clone: its script, or a flag that its program does not know.
 * @param home The folder of the page, whose scripts come before those of the root.
 */
export function npmProblem(command: string, home = '.'): string | undefined {
  if (!command.startsWith('npm ')) return undefined;
  const [own = '', passed = ''] = command.split(/ --(?: |$)/);
  const [, ...words] = own.split(/\s+/).filter((word) => word !== '--silent');
  const name = words[0] === 'run' ? words[1] : words[0];
  if (name === undefined || (words[0] !== 'run' && ofNpm.has(name))) return undefined;
  const named = /\s(?:-w|--workspace)[ =](\S+)/.exec(own)?.[1]?.replace('@mock-services/', 'packages/');
  const folder = [named ?? home, named ?? '.'].find((one) => scriptOf(one, name) !== undefined);
  if (folder === undefined) return `${command}: ${named ?? '.'}/package.json has no script "${name}"`;
  return flagProblem(command, passed, folder, scriptOf(folder, name) ?? '');
}

function flagProblem(command: string, passed: string, folder: string, script: string): string | undefined {
  const program = /\bnode (?:--\S+ )*([\w./-]+\.ts)/.exec(script)?.[1];
  const text = program === undefined ? script : readFileSync(at(folder, program), 'utf8');
  const unknown = flagsIn(passed).find(
    (flag) => flag !== '--help' && !text.includes(flag.replace(/^--/, '')),
  );
  return unknown === undefined ? undefined : `${command}: ${program ?? script} does not know ${unknown}`;
}

function scriptOf(folder: string, name: string): string | undefined {
  const path = at(folder, 'package.json');
  if (!existsSync(path)) return undefined;
  return (JSON.parse(readFileSync(path, 'utf8')) as Manifest).scripts?.[name];
}

export function flagsIn(command: string): string[] {
  return Array.from(command.matchAll(/(?<=^|\s)--?[a-z][\w-]*/g), ([flag]) => flag);
}
