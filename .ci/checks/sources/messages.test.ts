import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { at, root } from '../../../tools/lib/paths.ts';

const read = (path: string): string => readFileSync(at(path), 'utf8');

/** The messages that the page explains: its headings of the third level. */
const messages = Array.from(
  read('docs/guide/troubleshooting.md').matchAll(/^### (.*)$/gm),
  ([, message = '']) => message,
);

/** Without what differs, and without quotes. */
const plain = (text: string): string => text.replace(/\$\{[^}]*\}|…|["'`\\()]/g, ' ').replace(/\s+/g, ' ');

const sources = plain(globSync('packages/{sdk,fake-server}/src/**/*.ts', { cwd: root }).map(read).join('\n'));

/** How many of a message's words stand in the sources in runs of three or more: messages are put together of parts. */
function knownShare(message: string): number {
  const words = plain(message).trim().split(' ');
  const runs = words.map((_, index) => words.slice(index, index + 3)).filter((run) => run.length === 3);
  const known = runs.flatMap((run, index) =>
    sources.includes(run.join(' ')) ? [index, index + 1, index + 2] : [],
  );
  return new Set(known).size / words.length;
}

test('the page has the messages', () => {
  expect(messages.length).toBeGreaterThan(60);
});

test.each(messages)('is said: %s', (message) => {
  expect(knownShare(message)).toBeGreaterThanOrEqual(0.6);
});

test('a message that is no longer said is found', () => {
  expect(knownShare('Nothing hears you there: has somebody started the server?')).toBeLessThan(0.6);
});
