/**
 * Sentences in the docs that contain figures about size and speed. `npm run bench -- --write` writes the measured
 * figures to `docs/figures.json`, and `npm run generate` writes them into these sentences.
 */
import { readFileSync } from 'node:fs';
import { at } from './paths.ts';

export interface Figures {
  readonly measured: string;
  /** Bytes of scripts in a page. */
  readonly sizes: Readonly<Record<string, number>>;
  /** GETs per second of processor time, relative to `fetch`. */
  readonly gets: Readonly<Record<string, number>>;
  /** GETs per second on a port. */
  readonly port: Readonly<Record<string, number>>;
}

export const figuresFile = 'docs/figures.json';

const sentences: Readonly<Record<string, readonly string[]>> = {
  'README.md': [
    '{client} KB in a page (ky: {ky} KB, axios: {axios} KB), and {fewer client} % fewer GETs per second than `fetch` (ky: {fewer ky} %)',
    '{client} KB, not {heyFetchValibot} KB with `fetch` and valibot, or {heyKyZod} KB with ky and zod',
    '{fakeServer} KB more in a page',
    '{port fakeServer} GETs per second, not {port jsonServer}',
  ],
  'docs/index.md': ['Seven error classes, {client} KB (gzip)'],
  'docs/facts.md': [
    'Measured on {measured} on',
    '`/activity` adds at most {activity} KB to a page with a client, but `findActivity` alone only {findActivity} KB. `/query` adds {query} KB to it.',
    '`/contract` adds at most {contract} KB',
    '| **@mock-services/sdk** | {bytes client} B | 40 ms | {get client} |',
    '| ky | {bytes ky} B | 35 ms | {get ky} |',
    '| axios | {bytes axios} B | 87 ms | {get axios} |',
    '| Hey API, ky and zod | {bytes heyKyZod} B |',
    '| Hey API, fetch and zod | {bytes heyFetchZod} B |',
    '| Hey API, fetch and valibot | {bytes heyFetchValibot} B |',
    'The fake server adds {fakeServer} KB (gzip) to a page, plus MSW, and its panel adds {panel} KB',
  ],
  'docs/guide/fake-server.md': ['adds {examples} KB (gzip) to a page'],
  'packages/sdk/README.md': ['All operations together add {client} KB (gzip) to a page, including ky'],
};

/** @throws {Error} if the page lacks one of its sentences. */
export function withFigures(path: string, page: string): string {
  const wanted = sentences[path];
  if (!wanted) return page;
  const figures = JSON.parse(readFileSync(at(figuresFile), 'utf8')) as Figures;
  return wanted.reduce((text, sentence) => {
    const names = Array.from(sentence.matchAll(/\{(.+?)\}/g), ([, name = '']) => name);
    // The formatter aligns the columns of a table with spaces, and a sentence may continue on the next line.
    const texts = sentence
      .split(/\{.+?\}/)
      .map((part) => `(${escaped(part).replaceAll(/ +/g, String.raw`\s+`)})`);
    const pattern = new RegExp(texts.join(String.raw`[\d.,-]+`));
    if (!pattern.test(text)) throw new Error(`${path} has no sentence of the form: ${sentence}`);
    return text.replace(pattern, (_, ...kept: string[]) =>
      names.reduce((whole, name, index) => whole + figureOf(name, figures) + kept[index + 1], kept[0] ?? ''),
    );
  }, page);
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

/** @param name - A key of `sizes` for kilobytes, or a key after `bytes`, `get`, `fewer` or `port`. */
function figureOf(name: string, { measured, sizes, gets, port }: Figures): string {
  if (name === 'measured') return measured;
  const [kind = '', key = kind] = name.split(' ');
  const figure = { get: gets, fewer: gets, port }[kind]?.[key] ?? sizes[key] ?? Number.NaN;
  if (kind === 'get') return figure.toFixed(2);
  if (kind === 'fewer') return String(Math.round((1 - figure) * 100));
  return key === kind ? (figure / 1000).toFixed(1) : figure.toLocaleString('en');
}
