/** Runs the parts of one package's bench: command line, progress and saved results. */
import { boundOf, isBounded, isReached, machine, number, writeResults } from './report.ts';
import type { Found, Growth, Measurement, Part } from './report.ts';

/** How to run a part. */
export interface How {
  /** In seconds instead of minutes, and without peers, which need installing. */
  readonly quick: boolean;
  /** Whether to measure peers too. */
  readonly peers: boolean;
  /** Reports what is being measured. */
  readonly say: (text: string) => void;
}

/** A part of a bench. */
export interface BenchPart {
  /** What the command line calls it. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  run(how: How): Promise<Found>;
}

const usage = (
  parts: readonly BenchPart[],
) => `Usage: npm run bench -w <package> -- [--quick] [--alone] [--if-present] [<part>…]

  <part>        runs this part instead of all
  --quick       a short run without peers; saves no results
  --alone       a full run without peers; saves no results
  --if-present  ignores names of parts that other packages may have; exits with 2 when it has none of them

Parts: ${parts.map(({ name }) => name).join(', ')}. Results are saved in results.json beside the bench.
`;

/**
 * Runs the parts that the arguments name, prints the figures and saves them in `folder`. The process exits with 1 when a
 * limit is missed, except after a quick run, which only shows that the bench itself works.
 */
export async function runBench(
  folder: string,
  parts: readonly BenchPart[],
  args: readonly string[],
): Promise<void> {
  const names = parts.map(({ name }) => name);
  const quick = args.includes('--quick');
  const peers = !quick && !args.includes('--alone');
  const only = args.filter((arg) => !arg.startsWith('--'));
  const unknown = args.includes('--if-present') ? [] : only.filter((name) => !names.includes(name));
  if (args.includes('--help') || unknown.length > 0) {
    print(`${unknown.map((name) => `There is no part ${name}.\n`).join('')}${usage(parts)}`);
    process.exitCode = unknown.length > 0 ? 2 : 0;
    return;
  }
  const chosen = only.length === 0 ? parts : parts.filter(({ name }) => only.includes(name));
  if (chosen.length === 0) process.exitCode = 2;
  const found: Part[] = [];
  for (const part of chosen) {
    print(`\n${part.title}\n`);
    const { name, title, about } = part;
    const taken = new Date().toISOString().replace(/\.\d+/, '');
    const figures = await part.run({ quick, peers, say: (text) => print(`  … ${text}\n`) });
    for (const measurement of figures.measurements ?? []) print(describe(measurement, quick));
    for (const growth of figures.growths ?? []) print(describeGrowth(growth, quick));
    found.push({ name, title, about, taken, machine: machine(), ...figures });
    // After each part, so that an interrupted run keeps its results.
    if (peers) writeResults(folder, names, found);
  }
  const isShort = found.some(
    ({ measurements = [], growths = [] }) => !measurements.every(reachesAll) || !growths.every(isBounded),
  );
  if (isShort && !quick) process.exitCode = 1;
}

/** A measurement as lines of text; limits are not checked in a quick run. */
function describe(measurement: Measurement, quick: boolean): string {
  const { title, unit, rows, reach = [] } = measurement;
  const lines = rows.map(
    ({ contender, median, ratio }) =>
      `    ${contender.padEnd(36)} ${number(median).padStart(11)} ${unit.padEnd(8)} ${number(ratio).padStart(7)}`,
  );
  const bounds = (quick ? [] : reach).map((one) => {
    const verdict = isReached(measurement, one) ? 'kept ' : 'SHORT';
    return `    ${verdict} ${one.contender}: ${one.of} ${boundOf(one)}`;
  });
  return [`  ${title}`, ...lines, ...bounds, ''].join('\n');
}

/** A growth as a line of text. */
function describeGrowth(growth: Growth, quick: boolean): string {
  const { name, n, small, large, factor, most } = growth;
  const times = `${number(small).padStart(10)} µs ${number(large).padStart(10)} µs`;
  const verdict = quick ? '' : isBounded(growth) ? '  kept' : '  MISSED';
  return `  ${name.padEnd(56)} ${number(n).padStart(7)} ${times} ${number(factor).padStart(6)} of ${most}${verdict}\n`;
}

function reachesAll(measurement: Measurement): boolean {
  return (measurement.reach ?? []).every((reach) => isReached(measurement, reach));
}

function print(text: string): void {
  process.stdout.write(text);
}
