/** This module measures several programs under the same conditions. The module measures with the library tinybench. */
import { setTimeout as wait } from 'node:timers/promises';
import { Bench, type FnOptions } from 'tinybench';

/** How long to measure. */
export interface Effort {
  readonly rounds: number;
  /** Time for which each contender is measured in each round, in milliseconds. */
  readonly ms: number;
  /** Prints a progress line. */
  readonly say: (text: string) => void;
}

/** Code to measure. */
export interface Contender extends Pick<FnOptions, 'beforeAll' | 'beforeEach'> {
  readonly run: () => unknown;
  /** Number of calls in one run. Default: 1. */
  readonly calls?: number;
}

/** Milliseconds per call in each round. Each key is the name of the code that was measured. */
export type Samples = ReadonlyMap<string, readonly number[]>;

/**
 * Measures all contenders in every round. The order of the contenders changes from round to round, so that other load
 * on the machine affects all contenders.
 */
export async function race(
  contenders: Readonly<Record<string, Contender>>,
  { rounds, ms }: Pick<Effort, 'rounds' | 'ms'>,
  now = () => performance.now(),
): Promise<Samples> {
  const entries = Object.entries(contenders);
  const samples = new Map(entries.map(([name]) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round += 1) {
    const bench = new Bench({
      now,
      time: ms,
      iterations: 1,
      warmup: round === 0,
      warmupTime: ms,
      warmupIterations: 1,
      throws: true,
      setup: () => wait(10),
    });
    const first = round % entries.length;
    for (const [name, { run, calls: _, ...hooks }] of [...entries.slice(first), ...entries.slice(0, first)]) {
      bench.add(name, run, { async: true, ...hooks });
    }
    await bench.run();
    for (const { name, result } of bench.tasks) {
      if (result.state !== 'completed')
        throw new Error(`The measurement of ${name} did not complete: ${result.state}.`);
      samples.get(name)?.push(result.latency.p50 / (contenders[name]?.calls ?? 1));
    }
  }
  return samples;
}

/** Returns the CPU time of this process in milliseconds. Other load on the machine does not affect the CPU time. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Compares contenders by the duration in milliseconds that each function returns. A separate process measures the
 * duration.
 */
export function raceProcesses(
  contenders: Readonly<Record<string, () => Promise<number>>>,
  rounds: number,
): Promise<Samples> {
  const entries = Object.entries(contenders).map(([name, measure]) => {
    // tinybench records the duration that `measure` returns, instead of the time that `measure` takes.
    const run = async () => ({ overriddenDuration: await measure() });
    return [name, { run }] as const;
  });
  return race(Object.fromEntries(entries), { rounds, ms: 0 });
}

/** Calculates the ratio of two contenders' times for each round. Returns the median ratio. */
export function ratioOf(samples: Samples, contender: string, baseline: string): number {
  const base = samplesOf(samples, baseline);
  return median(samplesOf(samples, contender).map((ms, round) => ms / (base[round] ?? Number.NaN)));
}

/** Returns the median time per call in milliseconds. */
export function medianOf(samples: Samples, contender: string): number {
  return median(samplesOf(samples, contender));
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}

function samplesOf(samples: Samples, contender: string): readonly number[] {
  const found = samples.get(contender);
  if (found === undefined) throw new Error(`Unknown contender: ${contender}.`);
  return found;
}
