/**
 * Adds to a package the pages in `docs` that its README links to. The links point to unpkg.com, so that they work on
 * npmjs.com and lead to pages of the same version.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { Nodes } from 'mdast';
import { visit } from 'unist-util-visit';
import { linksIn, parsePage } from './markdown.ts';

/** A link or an image whose target is not in the package becomes plain text. */
export function writePages(): void {
  const { name } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string };
  const home = `https://unpkg.com/${name}/docs/`;
  const links = linksIn(join(process.cwd(), 'README.md')).filter((link) => link.startsWith(home));
  const paths = new Set(links.map((link) => link.slice(home.length).replace(/#.*/, '')));
  rmSync('docs', { recursive: true, force: true });
  for (const path of paths) {
    const target = join('docs', path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, withoutDeadLinks(path, paths));
  }
}

function withoutDeadLinks(path: string, paths: ReadonlySet<string>): string {
  const source = join(process.cwd(), '../../docs', path);
  const isShipped = (target: string): boolean =>
    /^(https?:|#)/.test(target) || paths.has(posix.join(dirname(path), target.replace(/#.*/, '')));
  let text = readFileSync(source, 'utf8');
  const replacements: { readonly node: Nodes; readonly by: string }[] = [];
  visit(parsePage(source), (node) => {
    if (node.type === 'image' && !isShipped(node.url)) replacements.push({ node, by: node.alt ?? '' });
    if (node.type === 'html' && /\bsrc(set)?="(?!https?:)/.test(node.value))
      replacements.push({ node, by: '' });
    if (node.type === 'link' && !isShipped(node.url)) {
      const start = node.children[0]?.position?.start.offset;
      const end = node.children.at(-1)?.position?.end.offset;
      replacements.push({ node, by: text.slice(start, end) });
    }
  });
  // Start with the last replacement, so that the positions of the other replacements stay valid.
  for (const { node, by } of replacements.toReversed())
    text = text.slice(0, node.position?.start.offset) + by + text.slice(node.position?.end.offset);
  return text;
}
