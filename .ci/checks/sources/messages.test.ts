import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { at, root } from '../../../tools/lib/paths.ts';

const read = (path: string): string => readFileSync(at(path), 'utf8');

const page = read('docs/guide/troubleshooting.md');

/** The messages that the page explains: its headings of the third level. */
const messages = Array.from(page.matchAll(/^### (.*)$/gm), ([, message = '']) => message);

/** What browsers and the parser of the command line say. */
const ofOthers = new Set([
  'NetworkError when attempting to fetch resource',
  'Load failed',
  'error: unknown option',
  'error: too many arguments',
]);

/** What the page quotes elsewhere, without code. */
const quotes = Array.from(
  page.replace(/^```[^]*?^```|^#.*$|`[^`]*`/gm, ' ').matchAll(/"([^"]+)"/g),
  ([, quote = '']) => quote.replace(/\s+/g, ' '),
).filter((quote) => !ofOthers.has(quote));

/** Without what differs, and without quotes. */
const plain = (text: string): string => text.replace(/\$\{[^}]*\}|…|["'`\\()]/g, ' ').replace(/\s+/g, ' ');

const sources = plain(globSync('packages/{sdk,fake-server}/src/**/*.ts', { cwd: root }).map(read).join('\n'));

/**
 * How many of a message's words stand in the sources in runs of three or more, or all of them: messages are put together of
 * parts.
 */
function knownShare(message: string): number {
  const words = plain(message).trim().split(' ');
  const length = Math.min(3, words.length);
  const runs = words.map((_, index) => words.slice(index, index + length));
  const known = runs.flatMap((run, index) =>
    run.length === length && sources.includes(run.join(' ')) ? run.map((_, word) => index + word) : [],
  );
  return new Set(known).size / words.length;
}

test('the page has the messages', () => {
  expect(messages.length).toBeGreaterThan(60);
  expect(quotes.length).toBeGreaterThan(30);
});

test.each(messages)('is said: %s', (message) => {
  expect(knownShare(message)).toBeGreaterThanOrEqual(0.6);
});

test.each(quotes)('is said, as quoted: %s', (quote) => {
  expect(knownShare(quote)).toBeGreaterThanOrEqual(0.75);
});

test('a message that is no longer said is found', () => {
  expect(knownShare('Nothing hears you there: has somebody started the server?')).toBeLessThan(0.6);
});
