/** Measures what the fake server costs and fails when a ratio is beyond its limit: `npm run bench`, after a build. */
import { faces } from './faces.ts';
import { holds, lineOf, type Figure } from './figure.ts';
import { journal, log } from './memory.ts';
import { getOne, list } from './scaling.ts';

const figures: Figure[] = [];
for (const measure of [log, journal, getOne, list, faces]) {
  const measured = await measure();
  for (const figure of [measured].flat()) {
    figures.push(figure);
    process.stdout.write(`${lineOf(figure)}\n`);
  }
}
if (!figures.every(holds)) process.exitCode = 1;
