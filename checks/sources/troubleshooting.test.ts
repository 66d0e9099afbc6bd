import { globSync, readFileSync } from 'node:fs';
import { toString } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';
import { expect, test } from 'vitest';
import { parsePage } from '../../tools/lib/markdown.ts';
import { at, root } from '../../tools/lib/paths.ts';

/** The messages of the client, as its tests list them, and all other sources without comments. */
const files = globSync(['packages/*/test/**/messages*.txt', 'packages/*/src/**/*.ts'], { cwd: root })
  .filter((path) => !path.startsWith('packages/sdk/src/client/'))
  .map((path) => readFileSync(at(path), 'utf8').replaceAll(/^\s*(\/\/|\/?\*).*$/gm, ''));
const messages = files.join('\n').replaceAll(/[`\\]/g, '');

const foreign = new Set([
  "Cannot find package 'msw'",
  "Failed to read the 'localStorage' property",
  'Invalid Chai property: toHaveReceived',
  'Missing "./vite" specifier in "msw" package',
  'TextEncoder is not defined',
  'The operation is insecure.',
  'fake.handlers is not iterable',
]);

const documented: string[] = [];
visit(parsePage('docs/guide/troubleshooting.md'), 'tableRow', (row, index) => {
  if (index !== 0 && row.children[0]) documented.push(toString(row.children[0]));
});

test.each(documented)('a message has the words "%s"', (message) => {
  const parts = message.split('…').map((part) => part.trim());
  expect(parts.filter((part) => !foreign.has(part) && !messages.includes(part))).toEqual([]);
});
