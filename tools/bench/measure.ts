/** Contenders take turns, so that other load on the machine affects all of them alike. */
import type { Measurement, Question, Row } from './report.ts';

/** Something to measure. */
export interface Contender {
  readonly name: string;
  /** The figure of one round, in the unit of the question. See {@link duration}, {@link rate} and `child.ts`. */
  sample(): Promise<number> | number;
}

export interface Rounds {
  /** Number of rounds that count. Default 7. */
  readonly rounds?: number;
  /** Number of rounds before them that do not. Default 1. */
  readonly warmUp?: number;
}

/** Samples every contender in every round; each round starts with another one. */
export async function compare(
  question: Question,
  contenders: readonly Contender[],
  { rounds = 7, warmUp = 1 }: Rounds = {},
): Promise<Measurement> {
  const samples = new Map(contenders.map(({ name }) => [name, [] as number[]]));
  for (let round = -warmUp; round < rounds; round += 1) {
    const first = (round + warmUp) % contenders.length;
    for (const contender of [...contenders.slice(first), ...contenders.slice(0, first)]) {
      const figure = await contender.sample();
      if (round >= 0) samples.get(contender.name)?.push(figure);
    }
  }
  return withRows(question, samples);
}

/** A measurement of figures that never vary, such as sizes and counts. */
export function settled(question: Question, figures: Readonly<Record<string, number>>): Measurement {
  return withRows(question, new Map(Object.entries(figures).map(([name, figure]) => [name, [figure]])));
}

function withRows(question: Question, samples: ReadonlyMap<string, readonly number[]>): Measurement {
  const base = samples.get(question.baseline);
  if (base === undefined) throw new TypeError(`${question.id}: no contender is called ${question.baseline}`);
  const rows = Array.from(samples, ([contender, figures]): Row => {
    const ratio = median(figures.map((figure, round) => ratioOf(figure, base[round])));
    return { contender, samples: figures.map(short), median: short(median(figures)), ratio: short(ratio) };
  });
  return { ...question, rows };
}

/** Equal figures have the ratio 1, also when both are 0. */
function ratioOf(figure: number, base = Number.NaN): number {
  return figure === base ? 1 : figure / base;
}

/** Milliseconds that some work takes. */
export async function duration(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Operations per second of work that does `n` of them. */
export async function rate(n: number, work: (n: number) => unknown): Promise<number> {
  return (n * 1000) / (await duration(() => work(n)));
}

/** Of an even number, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

/** Bytes on the heap after garbage collection. Needs `node --expose-gc`. */
export function heapUsed(): number {
  if (!globalThis.gc) throw new Error('run with node --expose-gc');
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

/** Four significant digits, or a whole number: more would be noise and make a larger file. */
function short(value: number): number {
  return Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(4));
}
