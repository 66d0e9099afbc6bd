/** The list of all pages in docs/index.md determines the sidebar of the site and the list in llms.txt. */
import { posix } from 'node:path';
import { toString } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';
import { parsePage } from './markdown.ts';

export interface PageGroup {
  readonly title: string;
  readonly pages: readonly ListedPage[];
}

export interface ListedPage {
  readonly title: string;
  readonly path: string;
  readonly description: string;
}

export function pageGroups(): readonly PageGroup[] {
  const groups: { title: string; pages: ListedPage[] }[] = [];
  visit(parsePage('docs/index.md'), (node) => {
    if (node.type === 'heading' && node.depth === 3) groups.push({ title: toString(node), pages: [] });
    if (node.type !== 'listItem') return;
    visit(node, 'link', (link) => {
      const title = toString(link);
      const description = toString(node).slice(title.length).replace(/^: /, '');
      groups.at(-1)?.pages.push({ title, path: posix.join('docs', link.url), description });
    });
  });
  return groups;
}

export function listedInMarkdown(): string {
  return pageGroups()
    .map(({ title, pages }) => {
      const items = pages.map((page) => `- [${page.title}](${page.path}): ${page.description}`);
      return `## ${title}\n\n${items.join('\n')}`;
    })
    .join('\n\n');
}
