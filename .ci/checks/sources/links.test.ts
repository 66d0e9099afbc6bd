import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { at, root } from '../../../tools/lib/paths.ts';
import { anchorsIn, isRelative, linksIn } from '../../../tools/site/markdown.ts';

const exclude = [
  '**/node_modules/**',
  '**/dist/**',
  '**/.tmp/**',
  'tools/site/pages/**',
  'packages/*/{api,docs}/**',
];
const pages = globSync('**/*.md', { cwd: root, exclude });

const read = (path: string): string => readFileSync(at(path), 'utf8');

/** The links of a page that lead nowhere: to no file, or to no heading of a page. */
function brokenIn(page: string, text: string): string[] {
  return linksIn(text)
    .filter((link) => isRelative(link) || link.startsWith('#'))
    .filter((link) => {
      const [path = '', anchor] = decodeURI(link).split('#');
      const target = path === '' ? page : posix.join(posix.dirname(page), path);
      if (!existsSync(at(target))) return true;
      return anchor !== undefined && !anchorsIn(path === '' ? text : read(target)).has(anchor);
    });
}

test('the pages are found', () => {
  expect(pages).toEqual(
    expect.arrayContaining(['README.md', 'docs/guide/start.md', 'packages/sdk/README.md']),
  );
});

test.each(pages)('links of %s lead to files and headings that exist', (page) => {
  expect(brokenIn(page, read(page))).toEqual([]);
});

describe('a broken link is found', () => {
  test.each([
    ['a file', '[x](nowhere.md)', ['nowhere.md']],
    ['a heading of another page', '[x](docs/worlds.md#nowhere)', ['docs/worlds.md#nowhere']],
    ['a heading of the same page', '# Here\n[x](#here) [y](#there)', ['#there']],
    ['an image', '<img src="nowhere.png" />', ['nowhere.png']],
  ])('to %s', (_, text, broken) => {
    expect(brokenIn('README.md', text)).toEqual(broken);
  });

  test('but none in code, and none to elsewhere', () => {
    const text = '```md\n[x](nowhere.md)\n```\n\n`[y](nowhere.md)` [z](https://example.com/nowhere)';
    expect(brokenIn('README.md', text)).toEqual([]);
  });
});
