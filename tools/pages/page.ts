/**
 * What a reader does who follows a page: saves its blocks of code as files in an empty folder, and types its commands.
 *
 * A block is a file of its own, complete with its imports, that runs. Words behind the language say where it is not:
 *
 * - `continued`: is pasted below the block of code before it.
 * - `file=<name>`: is saved under this name, by which later blocks import it.
 * - `norun`: its types are checked alone, because it is for a page, another runtime or a service that is not there.
 * - `clone`, of a shell: is typed in a clone of the repository; its scripts exist.
 */
import { globSync, readFileSync } from 'node:fs';
import { at, root } from '../lib/paths.ts';
import { blocksIn, type Block } from './blocks.ts';

/** A page, and what its blocks come to. */
export interface Page {
  /** Relative to the root of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** In the order in which a reader takes them. */
  readonly steps: readonly Step[];
  /** Blocks that are data. */
  readonly json: readonly Block[];
}

export type Step = PastedFile | Commands;

/** Blocks of code, as one file. */
export interface PastedFile {
  readonly kind: 'file';
  readonly name: string;
  readonly text: string;
  /** The line of the page for each line of the text. */
  readonly lines: readonly number[];
  readonly runs: boolean;
}

/** A block of shell commands. */
export interface Commands {
  readonly kind: 'commands';
  readonly code: string;
  readonly line: number;
  readonly runs: boolean;
}

const scripts = ['ts', 'tsx', 'js', 'jsx'];
const shells = ['sh', 'bash'];
/** Blocks that nothing here can check; without a language: what a program prints. */
const others = ['', 'text', 'http', 'yaml', 'toml', 'html', 'css', 'diff', 'python'];
const mark = /^(continued|norun|clone|file=[\w./-]+)$/;

/** Every page for readers: the readmes, the guides and the rest of `docs`. */
export function pages(): Page[] {
  const patterns = ['*.md', 'docs/*.md', 'docs/guide/**/*.md', '{packages,examples}/*/README.md'];
  return globSync(patterns, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((path) => pageOf(path, readFileSync(at(path), 'utf8')));
}

/** @throws {Error} for a block with a language or a mark that is not known here. */
export function pageOf(path: string, text: string): Page {
  const blocks = blocksIn(text);
  for (const block of blocks) assertKnown(path, block);
  const steps: Step[] = [];
  for (const block of blocks) {
    if (shells.includes(block.language)) steps.push(commandsOf(block));
    if (!scripts.includes(block.language)) continue;
    const begun = block.marks.includes('continued') ? steps.findLastIndex(isFile) : -1;
    const [file] = begun < 0 ? [] : steps.splice(begun, 1).filter(isFile);
    steps.push(file === undefined ? fileOf(block) : continued(file, block));
  }
  return { path, text, steps, json: blocks.filter(({ language }) => language === 'json') };
}

export function isFile(step: Step): step is PastedFile {
  return step.kind === 'file';
}

function assertKnown(path: string, { language, marks, line }: Block): void {
  const where = `${path}:${line - 1}`;
  if (![...scripts, ...shells, ...others, 'json'].includes(language))
    throw new Error(
      `${where}: nothing checks blocks of "${language}"; tools/pages/page.ts lists what is known`,
    );
  const wrong = marks.find((one) => !mark.test(one));
  if (wrong !== undefined)
    throw new Error(`${where}: "${wrong}" is none of continued, norun, clone and file=<name>`);
}

function commandsOf({ code, line, marks }: Block): Commands {
  return { kind: 'commands', code, line, runs: !marks.includes('norun') && !marks.includes('clone') };
}

function fileOf({ language, marks, code, line }: Block): PastedFile {
  const given = marks.find((one) => one.startsWith('file='))?.slice('file='.length);
  const kind = importsVitest.test(code) ? `test.${language}` : language;
  return {
    kind: 'file',
    name: given ?? `line-${line}.${kind}`,
    text: code,
    lines: linesOf(code, line),
    runs: !marks.includes('norun') && !language.endsWith('x'),
  };
}

/** The tests of vitest, which do not run by themselves. */
export const importsVitest = /\bfrom ['"](vitest|@mock-services\/fake-server\/vitest)['"]/;

function continued(file: PastedFile, { code, line, marks }: Block): PastedFile {
  return {
    ...file,
    text: file.text + code,
    lines: [...file.lines, ...linesOf(code, line)],
    runs: file.runs && !marks.includes('norun'),
  };
}

function linesOf(code: string, first: number): number[] {
  return code
    .split('\n')
    .slice(0, -1)
    .map((_, index) => first + index);
}
