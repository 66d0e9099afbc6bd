import { setTimeout as wait } from 'node:timers/promises';
import { Bench, type FnOptions } from 'tinybench';

export interface Contender extends Pick<FnOptions, 'beforeAll' | 'beforeEach'> {
  readonly run: () => unknown;
  /** Number of calls in one run, by default 1. */
  readonly calls?: number;
}

export interface Guard {
  readonly what: string;
  readonly measured: number;
  readonly atMost: number;
}

const rounds = 5;
const msPerRound = 150;

/**
 * Measures all contenders in every round, in changing order, so that other load on the machine affects all of them.
 * Returns a function that compares two contenders by the median ratio of their times.
 */
export async function race<Name extends string>(
  contenders: Readonly<Record<Name, Contender>>,
  now = processorTime,
): Promise<(contender: Name, baseline: Name) => number> {
  const entries = Object.entries<Contender>(contenders) as [Name, Contender][];
  const samples = new Map<Name, number[]>(entries.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const bench = new Bench({
      now,
      time: msPerRound,
      iterations: 1,
      warmup: round === 0,
      warmupTime: msPerRound,
      warmupIterations: 1,
      throws: true,
      setup: () => wait(10),
    });
    const first = round % entries.length;
    for (const [name, { run, calls: _, ...hooks }] of [...entries.slice(first), ...entries.slice(0, first)])
      bench.add(name, run, { async: true, ...hooks });
    await bench.run();
    for (const { name, result } of bench.tasks) {
      if (result.state !== 'completed')
        throw new Error(`Measuring ${name} did not complete: ${result.state}.`);
      samples.get(name as Name)?.push(result.latency.p50 / (contenders[name as Name].calls ?? 1));
    }
  }
  return (contender, baseline) =>
    median(samples.get(contender)?.map((ms, n) => ms / (samples.get(baseline)?.[n] ?? Number.NaN)) ?? []);
}

/** Returns the processor time of this process in milliseconds, which other load on the machine does not affect. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
