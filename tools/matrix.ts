/** `npm run matrix`: one scenario in every place where the packages are used, and the page with the results. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { command } from './lib/command.ts';
import { at, root } from './lib/paths.ts';
import { cells } from './matrix/cells.ts';
import type { Cell } from './matrix/cell.ts';
import { pageOf, rowOf, type Rows } from './matrix/page.ts';
import { runCell, type Result } from './matrix/run.ts';
import { openWorkshop } from './matrix/workshop.ts';

const usage = `Usage: npm run matrix [-- <cell>… | --quick | --list]

Builds and packs both packages, installs them as a consumer does, runs one scenario in each cell and writes docs/support.md;
cells that were not run keep their row. Tools are installed when they are first needed.

  <cell>     only this cell, or those whose names start with it: bun, typescript-5
  --quick    the cells that take seconds, and does not write docs/support.md: a step of the gate
  --built    does not build: the packages have just been built
  --list     lists the cells

The exit code is 1 when a check fails. A cell that cannot run on this machine is named, and with CI=true a failure.`;

const resultsFile = at('tools/matrix/results.json');

async function main(args: readonly string[]): Promise<number> {
  const flag = { type: 'boolean', default: false } as const;
  const options = { quick: flag, built: flag, list: flag, help: flag };
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const chosen = choose(positionals, values.quick);
  if (values.help || chosen.length === 0) {
    console.log(usage);
    return values.help ? 0 : 2;
  }
  if (values.list) {
    for (const { name, title, quick } of chosen)
      console.log(`${name.padEnd(18)} ${title}${quick ? ' (quick)' : ''}`);
    return 0;
  }
  if (!values.built) await buildPackages();
  const results = await runAll(chosen, values.quick);
  if (!values.quick) writePage(results);
  return conclude(results);
}

/** The cells of each name, or those whose names start with it. */
function choose(names: readonly string[], quick: boolean): Cell[] {
  const chosen = names.length === 0 ? cells : names.flatMap(cellsNamed);
  return chosen.filter((cell) => !quick || cell.quick);
}

function cellsNamed(wanted: string): readonly Cell[] {
  const exact = cells.filter(({ name }) => name === wanted);
  const found = exact.length > 0 ? exact : cells.filter(({ name }) => name.startsWith(wanted));
  if (found.length === 0) console.error(`There is no cell ${wanted}; --list shows them.`);
  return found;
}

async function buildPackages(): Promise<void> {
  const build = await command('npm', ['run', '--silent', 'build'], { cwd: root, seconds: 180 });
  if (build.status !== 0) throw new Error(`the packages cannot be built:\n${build.output}`);
}

/** Two cells at a time: they wait as much as they compute. */
async function runAll(chosen: readonly Cell[], quick: boolean): Promise<Result[]> {
  const workshop = await openWorkshop();
  const results: Result[] = [];
  const queue = new Set(chosen).values();
  const worker = async (): Promise<void> => {
    for (const cell of queue) {
      const result = await runCell(cell, workshop, quick);
      results.push(result);
      print(result);
    }
  };
  try {
    await Promise.all([worker(), worker()]);
  } finally {
    await workshop.close();
  }
  return results;
}

function print({ cell, version, checks, seconds, failure, unavailable, note }: Result): void {
  const failed = checks.filter(({ ok }) => !ok);
  const isFine = failure === undefined && failed.length === 0;
  const count = `${checks.length - failed.length} of ${checks.length} checks`;
  console.log(
    [isFine ? '✓' : '✗', cell.padEnd(18), version.padEnd(12), count, `${seconds} s`, note ?? ''].join(' '),
  );
  if (failure !== undefined) console.log(indent(`${unavailable ? 'CANNOT RUN HERE: ' : ''}${failure}`));
  for (const { name, error = '' } of failed.slice(0, mostListed)) console.log(indent(`${name}: ${error}`));
  if (failed.length > mostListed) console.log(indent(`and ${failed.length - mostListed} more`));
}

/** The most failed checks of a cell, and the most lines of an error, that are printed. */
const mostListed = 10;
const mostLines = 20;

function indent(text: string): string {
  const lines = text.trimEnd().split('\n');
  const left = lines.length > mostLines ? [`… (${lines.length - mostLines} more lines)`] : [];
  return [...lines.slice(0, mostLines), ...left].map((line) => `    ${line}`).join('\n');
}

function conclude(results: readonly Result[]): number {
  const bad = results.filter(({ failure, checks }) => failure !== undefined || checks.some(({ ok }) => !ok));
  const missing = bad.filter(({ unavailable }) => unavailable);
  const names = (some: readonly Result[]): string => some.map(({ cell }) => cell).join(', ');
  console.log(`\n${results.length - bad.length} of ${results.length} cells passed`);
  if (missing.length > 0) console.log(`!! NOT RUN, this machine lacks something: ${names(missing)}`);
  const failed = process.env['CI'] === 'true' ? bad : bad.filter(({ unavailable }) => !unavailable);
  if (failed.length > 0) console.log(`FAILED: ${names(failed)}`);
  return failed.length > 0 ? 1 : 0;
}

/** Keeps the rows of cells that were not run. */
function writePage(results: readonly Result[]): void {
  // Written below.
  const old = existsSync(resultsFile) ? (JSON.parse(readFileSync(resultsFile, 'utf8')) as Rows) : {};
  const date = new Date().toISOString().slice(0, 10);
  const ran = results.filter(({ unavailable }) => !unavailable);
  const rows: Rows = {
    ...old,
    ...Object.fromEntries(ran.map((result) => [result.cell, rowOf(result, date)])),
  };
  const known = cells.flatMap(({ name }) => (rows[name] === undefined ? [] : [[name, rows[name]] as const]));
  writeFileSync(resultsFile, `${JSON.stringify(Object.fromEntries(known), undefined, 2)}\n`);
  writeFileSync(at('docs/support.md'), pageOf(cells, rows));
  console.log('docs/support.md is written.');
}

process.exitCode = await main(process.argv.slice(2));
