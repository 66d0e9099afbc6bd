import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { root } from './paths.ts';

const parser = unified().use(remarkParse).use(remarkGfm);

export function pagePaths(): string[] {
  const patterns = ['*.md', 'docs/{,guide/,decisions/}*.md', '{packages,examples}/*/README.md'];
  return globSync(patterns, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();
}

export function parseMarkdown(text: string): Root {
  return parser.parse(text);
}

/** The path may be relative to the repository root. */
export function parsePage(path: string): Root {
  return parseMarkdown(readFileSync(resolve(root, path), 'utf8'));
}

export function linksIn(path: string): string[] {
  const targets: string[] = [];
  visit(parsePage(path), (node) => {
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') targets.push(node.url);
    if (node.type === 'html')
      targets.push(...Array.from(node.value.matchAll(/\b(?:href|src)="([^"]+)"/g), ([, url = '']) => url));
  });
  return targets;
}
