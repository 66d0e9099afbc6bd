import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { at } from '../../../tools/lib/paths.ts';
import { pages, read } from './built.ts';

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
}

const entryPoints = ['sdk', 'fake-server', 'explorer'].flatMap((folder) => {
  const { name, exports } = JSON.parse(
    readFileSync(at(`packages/${folder}/package.json`), 'utf8'),
  ) as Manifest;
  return Object.keys(exports)
    .filter((entry) => entry !== './package.json')
    .map((entry) => name + entry.slice(1));
});

const textOf = (html: string): string => html.replace(/<[^>]*>/g, '').replaceAll('&#39;', "'");

test('there are eleven entry points', () => {
  expect(entryPoints).toHaveLength(11);
});

test.each(entryPoints)('%s has its name and a landing text with an example', (name) => {
  const html = read(`api/${name}/index.html`);
  const [, title = '', rest = ''] = /<h1[^>]*>(.*?)<\/h1>(.*?)<h2/s.exec(html) ?? [];
  expect(textOf(title)).toContain(name);
  expect(textOf(rest).length).toBeGreaterThan(80);
  expect(textOf(html)).toContain(`from '${name}'`);
});

test('every parameter has a name', () => {
  expect(pages.filter((page) => read(page).includes('__namedParameters'))).toEqual([]);
});
