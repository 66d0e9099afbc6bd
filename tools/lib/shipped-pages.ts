/**
 * The pages of `docs` that a package carries: those that its readme links to, at the address where the registry's files are
 * served. So the readme's links work wherever it is shown, and what they lead to is of the same version.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Writes the pages into `docs` of a package, the current folder. Links to what is not there become plain text. */
export function writePages(): void {
  const { name } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string };
  const links = readFileSync('README.md', 'utf8').split(`https://unpkg.com/${name}/docs/`).slice(1);
  const paths = new Set(links.map((link) => /^[\w/-]+\.md/.exec(link)?.[0] ?? link));
  rmSync('docs', { recursive: true, force: true });
  for (const path of paths) {
    const target = join('docs', path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, linkedTo(paths, readFileSync(join('../../docs', path), 'utf8'), path));
  }
}

const link = /!?\[([^\]]*)\]\((?!https?:|#)([^)#]*)[^)]*\)/g;

function linkedTo(paths: ReadonlySet<string>, text: string, from: string): string {
  return text.replaceAll(link, (whole, label: string, target: string) =>
    paths.has(join(dirname(from), target).replaceAll('\\', '/')) ? whole : label,
  );
}
