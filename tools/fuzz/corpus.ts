/** Inputs that once went wrong, by name; each is tried before new ones, and by `npm test`. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { at } from '../lib/paths.ts';

const folder = (target: string): string => at(`tools/fuzz/corpus/${target}`);

/** The kept inputs of a target. */
export function corpusOf(target: string): { readonly name: string; readonly input: unknown }[] {
  if (!existsSync(folder(target))) return [];
  return readdirSync(folder(target)).map((file) => ({
    name: basename(file, '.json'),
    input: JSON.parse(readFileSync(join(folder(target), file), 'utf8')) as unknown,
  }));
}

/** Keeps an input. Returns its file. */
export function keep(target: string, input: unknown): string {
  const text = `${JSON.stringify(input)}\n`;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
  mkdirSync(folder(target), { recursive: true });
  const file = join(folder(target), `found-${hash}.json`);
  writeFileSync(file, text);
  return file;
}
