/**
 * A generated part of a page is the text between `<!-- generated: name -->` and `<!-- /generated -->`. If the name is a
 * path, the part shows that file.
 */
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { at } from './paths.ts';

const part = /(<!-- generated: ([\w-]+) -->).*?(<!-- \/generated -->)/gs;

/**
 * @param parts - New text of each part by name, or a function that derives the new text from the current text.
 * @throws {Error} unless the generated parts of the page have exactly the names in `parts`.
 */
export function replaceGenerated(
  page: string,
  parts: Readonly<Record<string, string | ((current: string) => string)>>,
): string {
  const missing = new Set(Object.keys(parts));
  const replaced = page.replaceAll(part, (whole: string, begin: string, name: string, end: string) => {
    const text = parts[name];
    if (text === undefined)
      throw new Error(`A marker for generated text in the page has an unknown name: ${name}.`);
    missing.delete(name);
    const current = whole.slice(begin.length, -end.length);
    return `${begin}\n\n${(typeof text === 'string' ? text : text(current)).trim()}\n\n${end}`;
  });
  if (missing.size > 0)
    throw new Error(`The page has no markers for these generated parts: ${[...missing].join(', ')}.`);
  return replaced;
}

export function withFiles(page: string): string {
  return page.replaceAll(
    /(<!-- generated: ([^ ]+\/[^ ]+) -->).*?(<!-- \/generated -->)/gs,
    (_, begin: string, path: string, end: string) => {
      const text = withoutRepetition(readFileSync(at(path), 'utf8'));
      const code = `${fence}${languages[extname(path)] ?? ''}\n${text.trim()}\n${fence}`;
      return `${begin}\n\n${code}\n\n${end}`;
    },
  );
}

/** Shows the common parts of a program's commands only once. */
function withoutRepetition(help: string): string {
  return help
    .replaceAll(/\n\nGlobal Options:(\n .*)+/g, '')
    .replace(/(\n {2}--method .*?\n)(?= {2}-h, --help)(.*?)\1/s, '$1$2\n  the options of tail, and:\n')
    .replaceAll(/(\n\nOptions:)?\n {2}-h, --help .*(?=\n\nUsage|\s*$)/g, '')
    .replaceAll(/\n\nUsage: .*\n\n.*(?=\n\nUsage)/g, '');
}

const fence = '```';

const languages: Readonly<Record<string, string>> = {
  '.mjs': 'js',
  '.sh': 'sh',
  '.ts': 'ts',
  '.tsx': 'tsx',
  '.txt': 'text',
};
