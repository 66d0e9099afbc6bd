/**
 * Code blocks and commands of a Markdown page, as a reader uses them: saves code as files in an empty folder, and types commands.
 *
 * A block of code is a file that is complete with its imports. Words after the language make exceptions:
 *
 * - `continued`: the block is appended to the block of code before it.
 * - `file=<name>`: the block is saved under this name.
 * - `norun`: only the types of the block are checked.
 * - `clone`: the commands are for a clone of this repository. Their scripts have to exist.
 */
import type { Code } from 'mdast';
import { visit } from 'unist-util-visit';
import { pagePaths, parsePage } from '../../../tools/lib/markdown.ts';

/** A page and its steps, in the order of the page. */
export interface Page {
  /** Path relative to the root of the repository, with forward slashes. */
  readonly path: string;
  readonly steps: readonly Step[];
  /** Commands inside sentences. */
  readonly inline: readonly string[];
}

/** A file to save, or commands to type. */
export interface Step {
  /** Name of the file. Missing for commands. */
  readonly file?: string;
  /** Text of the file, after as many empty lines as the page has before it. Commands without these lines. */
  readonly text: string;
  /** Line of the page where the block starts. */
  readonly line: number;
  readonly runs: boolean;
}

const knownMarks = /^(continued|norun|clone|file=[\w./-]+)$/;

/** Tests of vitest, which do not run on their own. */
export const importsVitest = /\bfrom ['"](vitest|@mock-services\/fake-server\/vitest)['"]/;

/** Reads every page for readers, except for notes about decisions. */
export function readPages(): Page[] {
  return pagePaths()
    .filter((path) => !path.startsWith('docs/decisions/'))
    .map(readPage);
}

function readPage(path: string): Page {
  const steps: Step[] = [];
  const inline: string[] = [];
  visit(parsePage(path), (node) => {
    if (node.type === 'inlineCode' && /^np[mx] /.test(node.value)) inline.push(node.value);
    if (node.type === 'code') addBlock(steps, path, node);
  });
  return { path, steps, inline };
}

function addBlock(steps: Step[], path: string, { lang, meta, value, position }: Code): void {
  const line = position?.start.line ?? 0;
  const marks = meta?.split(' ') ?? [];
  const unknown = marks.find((mark) => !knownMarks.test(mark));
  if (unknown !== undefined || ![undefined, null, 'ts', 'sh', 'text'].includes(lang))
    throw new Error(
      `${path}:${line}: \`${unknown ?? lang}\` is not a known mark or language. Add it to .ci/checks/pages/page.ts.`,
    );
  const runs = !marks.includes('norun') && !marks.includes('clone');
  if (lang === 'sh') steps.push({ text: value, line, runs });
  if (lang !== 'ts') return;
  const begun = marks.includes('continued') ? steps.findLastIndex(({ file }) => file !== undefined) : -1;
  const [before] = begun < 0 ? [] : steps.splice(begun, 1);
  const name = marks.find((mark) => mark.startsWith('file='))?.slice('file='.length);
  const gap = line + 1 - (before?.text.split('\n').length ?? 1);
  steps.push({
    line: before?.line ?? line,
    file: before?.file ?? name ?? `line-${line}.${importsVitest.test(value) ? 'test.ts' : 'ts'}`,
    text: `${before?.text ?? ''}${'\n'.repeat(gap)}${value}\n`,
    runs: runs && before?.runs !== false,
  });
}

/** Splits commands into lines, joined where a backslash continues them, without comments. */
export function linesOf(commands: string): string[] {
  return commands
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*/, '').trim())
    .filter((line) => line !== '');
}

/** All commands of a page, one by one. */
export function commandsOf({ steps, inline }: Page): string[] {
  const blocks = steps.filter(({ file }) => file === undefined).flatMap(({ text }) => linesOf(text));
  return [...blocks, ...inline].flatMap((line) => line.split(/&&|\|/).map((part) => part.trim()));
}
