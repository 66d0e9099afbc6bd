/**
 * Lists test titles that show a value by accident, such as "gives the advice undefined":
 *
 *     node tools/titles.ts <folder of vitest's JSON reports>
 *
 * Titles are known only when tests run, because tables of cases fill them in. A title that shows such a value on
 * purpose writes the value as code, between backticks.
 */
import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './lib/paths.ts';

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string }[];
  }[];
}

const accident = /\[object |(?<!\S)(?:undefined|\[\])(?![^\s,.:;)])/;

const reports = globSync(`${process.argv[2] ?? ''}/*.json`);
const titles = reports.flatMap((path) =>
  (JSON.parse(readFileSync(path, 'utf8')) as Report).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName }) => `${relative(root, name)}: ${fullName}`),
  ),
);
const found = new Set(titles.filter((title) => accident.test(title.replaceAll(/`[^`]*`/g, ''))));
for (const title of found) console.error(title);
if (titles.length === 0) console.error('The reports contain no tests.');
console.log(`${found.size} of ${titles.length} test titles show a value by accident.`);
process.exitCode = found.size > 0 || titles.length === 0 ? 1 : 0;
