/**
 * The command `npm run matrix` runs this script. The script runs one scenario in every supported environment, and
 * writes `docs/support.md`.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { command } from '../lib/command.ts';
import { root } from '../lib/paths.ts';
import { versionAt } from '../lib/version.ts';
import { browsers } from './browsers.ts';
import { bundlers } from './bundlers.ts';
import { Unavailable, type Cell, type Place } from './cell.ts';
import { compilers } from './compilers.ts';
import { managers } from './managers.ts';
import { runners } from './runners.ts';
import { runtimes, servers } from './runtimes.ts';
import { writeTables, type Result } from './table.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

/** Lists the sections of `docs/support.md`. Each section has a table with one row per cell of the matrix. */
const kinds: Readonly<Record<string, readonly Cell[]>> = {
  Runtimes: runtimes,
  'Servers with `createHandler`': servers,
  Browsers: browsers,
  'CommonJS and test runners': runners,
  Bundlers: bundlers,
  TypeScript: compilers,
  'Package managers': managers,
};
const cells = Object.values(kinds).flat();

const usage = `Usage: npm run matrix -- [<cell>…] [--quick] [--built] [--list] [--help]

Builds and packs the packages, installs them like an application would, runs one scenario in each cell and writes docs/support.md.
Cells that do not run keep their row. Tools are installed when a cell first needs them.

  <cell>     run this cell, or the cells whose names start with <cell>, such as bun or typescript-5
  --quick    run only the quick cells, and do not write docs/support.md
  --built    do not build the packages
  --list     list the cells

The exit code is 1 if a check fails. Cells that cannot run on this machine are listed. With CI=true, they count as failures.`;

async function main(args: readonly string[]): Promise<number> {
  const flag = { type: 'boolean', default: false } as const;
  const options = { quick: flag, built: flag, list: flag, help: flag };
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const unknown = positionals.filter((name) => cellsNamed(name).length === 0);
  if (unknown.length > 0) {
    console.error(`Unknown cell: ${unknown.join(', ')}. Run npm run matrix -- --list to see the cells.`);
    return 2;
  }
  const named = positionals.length === 0 ? cells : [...new Set(positionals.flatMap(cellsNamed))];
  const chosen = named.filter((cell) => !values.quick || cell.quick);
  if (values.list) {
    for (const { name, title, quick } of chosen)
      console.log(`${name.padEnd(16)} ${title}${quick ? ' (quick)' : ''}`);
    return 0;
  }
  if (!values.built) await buildPackages();
  const results = await runAll(chosen, values.quick);
  if (!values.quick) writeTables(kinds, results);
  return conclude(results);
}

/**
 * Returns the cell with the given name. If no cell has this name, returns the cells whose names start with the given
 * name.
 */
function cellsNamed(wanted: string): readonly Cell[] {
  const exact = cells.filter(({ name }) => name === wanted);
  return exact.length > 0 ? exact : cells.filter(({ name }) => name.startsWith(wanted));
}

async function buildPackages(): Promise<void> {
  const { status, output } = await command('npm', ['run', '--silent', 'build'], { cwd: root, seconds: 180 });
  if (status !== 0)
    throw new Error(`The command "npm run build" failed. Correct the errors in its output:\n${output}`);
}

/** Runs two cells at a time. A cell spends much of its time waiting. */
async function runAll(chosen: readonly Cell[], quick: boolean): Promise<Result[]> {
  const workshop = await openWorkshop();
  const results: Result[] = [];
  const queue = chosen.values();
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

/** Runs a cell. Never rejects. */
async function runCell(cell: Cell, workshop: Workshop, quick: boolean): Promise<Result> {
  const started = performance.now();
  const seconds = (): number => Math.round((performance.now() - started) / 100) / 10;
  let version = '';
  try {
    await using place = await workshop.open(cell, quick);
    version = await versionOf(cell, place);
    const { checks, note } = await cell.run(place);
    return {
      cell,
      version,
      // The page or program sent its results before it exited.
      checks: checks ?? (await place.reported(5)),
      seconds: seconds(),
      ...(note !== undefined && { note }),
    };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    const unavailable = error instanceof Unavailable && { unavailable: true as const };
    return { cell, version, checks: [], seconds: seconds(), failure, ...unavailable };
  }
}

async function versionOf({ version, packages = {} }: Cell, place: Place): Promise<string> {
  return version === undefined
    ? versionAt(join(place.tools, 'node_modules', Object.keys(packages)[0] ?? ''))
    : version(place);
}

function print({ cell, version, checks, seconds, failure, unavailable, note }: Result): void {
  const failed = checks.filter(({ ok }) => !ok);
  const mark = failure === undefined && failed.length === 0 ? '✓' : '✗';
  const count = `${checks.length - failed.length} of ${checks.length} checks`;
  console.log([mark, cell.name.padEnd(16), version.padEnd(12), count, `${seconds} s`, note ?? ''].join(' '));
  if (failure !== undefined) console.log(indent(`${unavailable ? 'UNAVAILABLE: ' : ''}${failure}`));
  for (const { name, error = '' } of failed.slice(0, 10)) console.log(indent(`${name}: ${error}`));
}

/** Indents the first ten lines. */
function indent(text: string): string {
  const lines = text.trimEnd().split('\n');
  const more = lines.length > 10 ? [`… (${lines.length - 10} more lines)`] : [];
  return [...lines.slice(0, 10), ...more].map((line) => `    ${line}`).join('\n');
}

function conclude(results: readonly Result[]): number {
  const bad = results.filter(({ failure, checks }) => failure !== undefined || checks.some(({ ok }) => !ok));
  const missing = bad.filter(({ unavailable }) => unavailable);
  const failed = process.env['CI'] === 'true' ? bad : bad.filter(({ unavailable }) => !unavailable);
  const names = (some: readonly Result[]): string => some.map(({ cell }) => cell.name).join(', ');
  console.log(`\n${results.length - bad.length} of ${results.length} cells passed`);
  if (missing.length > 0)
    console.log(`NOT RUN because a program is missing on this machine: ${names(missing)}`);
  if (failed.length > 0) console.log(`FAILED: ${names(failed)}`);
  return failed.length > 0 ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2));
