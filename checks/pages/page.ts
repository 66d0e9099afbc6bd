/**
 * Reads the code blocks and commands of a Markdown page. The checks save the code blocks as files in an empty folder
 * and run the commands.
 *
 * Each code block is a complete file that includes its imports. A word after the language of a code block marks an
 * exception:
 *
 * - `continued`: the block is appended to the previous code block.
 * - `file=<name>`: the block is saved under this name.
 * - `norun`: only the types of the block are checked.
 * - `clone`: the commands are for a clone of this repository. The checks verify only that their npm scripts exist.
 *
 * Code between `<!-- generated: … -->` markers is a copy of a file that other tests check.
 */
import type { Code } from 'mdast';
import { visit } from 'unist-util-visit';
import { pagePaths, parsePage } from '../../tools/lib/markdown.ts';

/** The steps have the same order as on the page. */
export interface Page {
  /** Path relative to the repository root, with forward slashes. */
  readonly path: string;
  readonly steps: readonly Step[];
  /** Commands inside sentences. */
  readonly inline: readonly string[];
}

export interface Step {
  /** Missing if the step consists of commands. */
  readonly file?: string;
  /** A file begins with empty lines, so that its line numbers match the page. */
  readonly text: string;
  /** Line of the page where the block starts. */
  readonly line: number;
  readonly runs: boolean;
}

const knownMarks = /^(continued|norun|clone|file=[\w./-]+)$/;

/** Matches a vitest test, which cannot run as a plain script. */
export const importsVitest = /\bfrom ['"](vitest|@mock-services\/fake-server\/vitest)['"]/;

/** Reads `llms.txt` and all Markdown pages except the decision records. */
export function readPages(): Page[] {
  const paths = pagePaths().filter((path) => !path.startsWith('docs/decisions/'));
  return [...paths, 'llms.txt'].map(readPage);
}

function readPage(path: string): Page {
  const steps: Step[] = [];
  const inline: string[] = [];
  let isGenerated = false;
  visit(parsePage(path), (node) => {
    if (node.type === 'html' && /^<!-- \/?generated/.test(node.value))
      isGenerated = node.value.startsWith('<!-- generated');
    if (isGenerated) return;
    if (node.type === 'inlineCode' && /^np[mx] /.test(node.value)) inline.push(node.value);
    if (node.type === 'code') addBlock(steps, path, node);
  });
  return { path, steps, inline };
}

function addBlock(steps: Step[], path: string, { lang, meta, value, position }: Code): void {
  const line = position?.start.line ?? 0;
  const marks = meta?.split(' ') ?? [];
  const unknown = marks.find((mark) => !knownMarks.test(mark));
  if (
    unknown !== undefined ||
    ![undefined, null, 'ts', 'tsx', 'sh', 'text', 'json', 'yaml', 'dockerfile', 'js'].includes(lang)
  )
    throw new Error(
      `${path}:${line}: the first line of the code block has the unknown word \`${unknown ?? lang}\`. Add the word to checks/pages/page.ts.`,
    );
  const runs = !marks.includes('norun') && !marks.includes('clone');
  if (lang === 'sh') steps.push({ text: value, line, runs });
  const name = marks.find((mark) => mark.startsWith('file='))?.slice('file='.length);
  if (lang === 'json' && name !== undefined)
    steps.push({ file: name, text: `${value}\n`, line, runs: false });
  if (lang !== 'ts' && lang !== 'tsx') return;
  const begun = marks.includes('continued') ? steps.findLastIndex(({ file }) => file !== undefined) : -1;
  const [before] = begun < 0 ? [] : steps.splice(begun, 1);
  const gap = line + 1 - (before?.text.split('\n').length ?? 1);
  steps.push({
    line: before?.line ?? line,
    file: before?.file ?? name ?? `line-${line}.${importsVitest.test(value) ? 'test.' : ''}${lang}`,
    text: `${before?.text ?? ''}${'\n'.repeat(gap)}${value}\n`,
    runs: runs && before?.runs !== false,
  });
}

/** Removes comments, and joins a line that ends with a backslash with the next line. */
export function linesOf(commands: string): string[] {
  return commands
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*/, '').trim())
    .filter((line) => line !== '');
}

export function commandsOf({ steps, inline }: Page): string[] {
  const blocks = steps.filter(({ file }) => file === undefined).flatMap(({ text }) => linesOf(text));
  return [...blocks, ...inline].flatMap((line) => line.split(/&&|\|/).map((part) => part.trim()));
}
