/** Prints the mutation scores of the folders tested so far, and writes them to `.tmp/mutants/scores.md`. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { at } from '../lib/paths.ts';

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}

const folder = at('.tmp/mutants');
mkdirSync(folder, { recursive: true });
const rows = globSync('*.json', { cwd: folder })
  .toSorted()
  .map((file) => {
    const { files } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Report;
    const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
    const count = (...wanted: readonly string[]) =>
      statuses.filter((status) => wanted.includes(status)).length;
    const noticed = count('Killed', 'Timeout');
    const missed = count('Survived', 'NoCoverage');
    const score = ((100 * noticed) / (noticed + missed)).toFixed(1);
    return `| ${basename(file, '.json')} | ${noticed} | ${missed} | ${score} % |`;
  });
const table = ['| folder | noticed | missed | score |', '| --- | --: | --: | --: |', ...rows].join('\n');
writeFileSync(join(folder, 'scores.md'), `${table}\n`);
console.log(table);
