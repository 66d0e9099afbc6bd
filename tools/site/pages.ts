/**
 * Writes the pages of the site: those of `docs`, and the files elsewhere in the repository that these link to, so that no
 * link leaves the site. Links lead to the pages, whichever file they named.
 */
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, posix, relative } from 'node:path';
import { at, root } from '../lib/paths.ts';
import { escapeTags, isRelative, linksIn, mapLinks } from './markdown.ts';

/** Writes all pages into a folder. */
export function writePages(folder: string): void {
  const sources = new Set(globSync('docs/**/*.md', { cwd: root }));
  // Grows as it is read.
  for (const source of sources) {
    for (const target of targetsOf(source)) sources.add(target);
  }
  for (const source of sources) write(folder, source);
}

/** A page of Markdown, or one that shows a file or lists a folder. */
const isMarkdown = (source: string) => source.endsWith('.md');

/** Files that a page shows or offers: they are copied as they are. */
const isAsset = (source: string) => source.startsWith('docs/') && !isMarkdown(source);

/** The page that a path of the repository has: `docs/faults.md` is `faults.md`, `LICENSE` is `files/LICENSE.md`. */
function pageOf(source: string): string {
  if (source.startsWith('docs/')) return source.slice('docs/'.length);
  if (isMarkdown(source)) return `files/${source}`;
  return statSync(at(source)).isDirectory() ? `files/${source}/index.md` : `files/${source}.md`;
}

function write(folder: string, source: string): void {
  const page = pageOf(source);
  // What is not built into a page is served from `public`.
  const file = join(folder, isAsset(source) && extname(source) === '.json' ? `public/${page}` : page);
  mkdirSync(dirname(file), { recursive: true });
  if (isAsset(source)) cpSync(at(source), file);
  else writeFileSync(file, isMarkdown(source) ? textOf(source) : showing(source));
}

/** A page of Markdown, with links to pages and with the files that it shows. */
function textOf(source: string): string {
  const shown = readFileSync(at(source), 'utf8').replace(
    /^\[[^\]]+\]\(([^)#]+)\)$/gm,
    (line, target: string) => {
      const file = resolve(source, target);
      return isAsset(file) || isMarkdown(file) || !isFile(file) ? line : `${line}\n\n${codeOf(file)}`;
    },
  );
  return mapLinks(escapeTags(shown), (target) => (isRelative(target) ? toPage(source, target) : target));
}

/** The page of a file that is not Markdown, or of a folder. It is not searched: the pages that lead to it are. */
function showing(source: string): string {
  const head = `---\nsearch: false\nprev: false\nnext: false\neditLink: false\n---\n\n# ${source}\n\n`;
  if (isFile(source)) return head + codeOf(source);
  const files = filesIn(source).map(
    (file) => `- [${file}](./${pageOf(`${source}/${file}`).slice(`files/${source}/`.length)})`,
  );
  return `${head}${files.join('\n')}\n`;
}

function codeOf(file: string): string {
  const text = readFileSync(at(file), 'utf8').trimEnd();
  return `\`\`\`\`${languages[extname(file)] ?? extname(file).slice(1)}\n${text}\n\`\`\`\`\n`;
}

const languages: Readonly<Record<string, string>> = {
  '': 'text',
  '.mjs': 'js',
  '.cjs': 'js',
  '.jsonc': 'json',
};

/** What a page links to in the repository, and what a folder has. */
function targetsOf(source: string): string[] {
  if (isAsset(source)) return [];
  if (isMarkdown(source)) {
    return linksIn(readFileSync(at(source), 'utf8'))
      .filter(isRelative)
      .map((target) => resolve(source, target));
  }
  return isFile(source) ? [] : filesIn(source).map((file) => `${source}/${file}`);
}

/** The path that a link means; the readme of a folder stands for it. */
function resolve(source: string, target: string): string {
  const [path = ''] = decodeURI(target).split('#');
  const resolved = posix.join(posix.dirname(source), path).replace(/\/$/, '');
  if (!existsSync(at(resolved))) throw new Error(`${source} links to ${target}, which does not exist.`);
  return existsSync(at(resolved, 'README.md')) ? `${resolved}/README.md` : resolved;
}

function toPage(source: string, target: string): string {
  const hash = target.includes('#') ? target.slice(target.indexOf('#')) : '';
  const path = posix.relative(posix.dirname(pageOf(source)), pageOf(resolve(source, target)));
  return `${path.startsWith('.') ? '' : './'}${path}${hash}`;
}

function isFile(source: string): boolean {
  return statSync(at(source)).isFile();
}

function filesIn(folder: string): string[] {
  const files = globSync('**/*', { cwd: at(folder), exclude: ['**/node_modules/**', '**/dist/**'] });
  return files
    .filter((file) => isFile(`${folder}/${file}`))
    .map((file) => relative('.', file))
    .sort();
}
