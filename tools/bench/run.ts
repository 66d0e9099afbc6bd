/**
 * `npm run bench` compares the client and the fake server with alternatives, in about two minutes. With `-- --write`,
 * the command writes the figures for the docs to `docs/figures.json`. Write figures only if the machine has no other
 * load.
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import '../sources.ts';
import { figuresFile, type Figures } from '../lib/figures.ts';
import { at } from '../lib/paths.ts';
import { type Guard, installPeers } from './support.ts';

console.error('Installing the peers …');
await installPeers();
console.log(
  `Node ${process.versions.node}, ${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)}`,
);

// Import these modules only now, because `sources.ts` must first make the packages resolve to their sources.
const { measureClient } = await import('./sdk.ts');
const { measureFakeServer } = await import('./fake-server.ts');
const { measureSizes } = await import('./sizes.ts');

const sizes = await measureSizes();
console.table(sizes);
const figures: Partial<Figures> = { measured: new Date().toISOString().slice(0, 10), sizes };

const isBroken = ({ is, least }: Guard): boolean => !(is >= least);
for (const measure of [measureClient, measureFakeServer]) {
  let measured = await measure();
  // Measure once more, because other load on the machine may have made a ratio too small.
  if (measured.guards.some(isBroken)) measured = await measure();
  for (const guard of measured.guards.filter(isBroken)) {
    console.error(`${guard.what}: ${guard.is.toFixed(2)}, expected at least ${guard.least}.`);
    process.exitCode = 1;
  }
  Object.assign(figures, measured.figures);
}
if (process.argv.includes('--write')) {
  writeFileSync(at(figuresFile), `${JSON.stringify(figures, null, 2)}\n`);
  console.log(`Wrote ${figuresFile}. Now run \`npm run generate\`.`);
}
