import { existsSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import GithubSlugger from 'github-slugger';
import { toString } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';
import { expect, test } from 'vitest';
import { linksIn, pagePaths, parsePage } from '../../tools/lib/markdown.ts';
import { at } from '../../tools/lib/paths.ts';

const isPage = (path: string): boolean => path.endsWith('.md') && statSync(at(path)).isFile();

function anchorsIn(path: string): ReadonlySet<string> {
  const slugger = new GithubSlugger();
  const anchors = new Set<string>();
  visit(parsePage(path), 'heading', (heading) => void anchors.add(slugger.slug(toString(heading))));
  return anchors;
}

function brokenIn(page: string): string[] {
  const targets = linksIn(page).filter((target) => !/^([a-z][a-z\d+.-]*:|\/\/)/i.test(target));
  return targets.filter((target) => {
    const [file = '', anchor] = decodeURI(target).split('#');
    const path = file === '' ? page : posix.join(posix.dirname(page), file);
    return !existsSync(at(path)) || (anchor !== undefined && isPage(path) && !anchorsIn(path).has(anchor));
  });
}

test.each(pagePaths())('the links on %s lead to existing files and headings', (page) => {
  expect(brokenIn(page)).toEqual([]);
});

test('the links in llms.txt lead to existing files', () => {
  expect(brokenIn('llms.txt')).toEqual([]);
});

test.each(pagePaths())('%s contains no marks of a merge conflict', (page) => {
  // The formatter changes the closing mark to nested quotes.
  expect(readFileSync(at(page), 'utf8')).not.toMatch(/^(?:<{7} |={7}$|>{7} |(?:> ){7})/m);
});
