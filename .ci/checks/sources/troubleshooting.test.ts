import { globSync, readFileSync } from 'node:fs';
import { toString } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';
import { expect, test } from 'vitest';
import { parsePage } from '../../../tools/lib/markdown.ts';
import { at, root } from '../../../tools/lib/paths.ts';

/** Removes placeholders, quotes and line breaks from an error message or from source code. */
const wordsOf = (text: string): string => text.replace(/\$\{[^}]*\}|…|["'`\\()]/g, ' ').replace(/\s+/g, ' ');

const files = globSync('packages/{sdk,fake-server,conformance}/src/**/*.ts', { cwd: root });
const sources = wordsOf(files.map((path) => readFileSync(at(path), 'utf8')).join('\n'));

/** The messages that docs/guide/troubleshooting.md explains. */
const messages: string[] = [];
visit(parsePage('docs/guide/troubleshooting.md'), 'heading', (heading) => {
  if (heading.depth === 3) messages.push(toString(heading));
});

test.each(messages)('the sources contain most words of the documented error message "%s"', (message) => {
  const words = wordsOf(message).trim().split(' ');
  const length = Math.min(3, words.length);
  const runs = words.slice(length - 1).map((_, start) => words.slice(start, start + length).join(' '));
  const known = runs.filter((run) => sources.includes(run));
  // The sources compose messages from parts. Words that are adjacent in a message may therefore be separate in the
  // sources.
  expect(known.length / runs.length).toBeGreaterThan(0.3);
});
