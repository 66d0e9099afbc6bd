/**
 * The comment `<!-- defaults: <path> … -->` before a table of options fills the table's column `default` from the doc
 * comments in these files. If a doc comment states no default, the default in the table is written by hand.
 */
import { readFileSync } from 'node:fs';
import { at } from './paths.ts';

const marked = /(<!-- defaults: (.+?) -->\n\n)((?:\|.*\n)+)/g;

/** @throws {Error} if a table has an option that its files do not declare. */
export function withDefaults(page: string): string {
  return page.replaceAll(marked, (_, comment: string, paths: string, table: string) => {
    const sources = paths.split(' ').map((path) => readFileSync(at(path), 'utf8'));
    const defaults = defaultsIn(sources.join('\n'));
    const [head = [], ...rows] = table.trimEnd().split('\n').map(cellsOf);
    const option = head.findIndex((cell) => cell === 'option' || cell === 'field');
    const filled = rows.map((cells) => {
      const names = Array.from(cells[option]?.matchAll(/`(\w+)`/g) ?? [], ([, name = '']) => name);
      const stated = names.filter((name) => name !== 'false').map((name) => textOf(name, defaults.get(name)));
      const isStated = stated.length > 0 && stated.every((text) => text !== undefined);
      return cells.map((cell, column) => (head[column] === 'default' && isStated ? stated.join(', ') : cell));
    });
    return comment + [head, ...filled].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
  });
}

function cellsOf(row: string): string[] {
  return row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function defaultsIn(source: string): Map<string, string> {
  const options = source.matchAll(/(?:@default (.+?)(?: \*\/)?\n(?:\s*\*.*\n)*)?^ *readonly (\w+)\??:/gm);
  const defaults = new Map<string, string>();
  for (const [, text = '', name = ''] of options) defaults.set(name, defaults.get(name) || text);
  return defaults;
}

function textOf(option: string, text: string | undefined): string | undefined {
  if (text === undefined) throw new Error(`A table of the docs has the unknown option ${option}.`);
  if (/^(?:'.*'|\{.*\}|true|false)$/.test(text)) return `\`${text}\``;
  return text === '' ? undefined : text.replaceAll(/(?<=\d)_(?=\d)/g, ',');
}
