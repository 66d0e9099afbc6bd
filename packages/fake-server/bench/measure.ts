/** Does something `n` times. */
type Work = (n: number) => unknown;

const rounds = 7;

/** How much time the first takes for each time of the second: the median of rounds that take turns. */
export async function timeRatio(first: Work, second: Work, n: number): Promise<number> {
  await timeOf(first, n);
  await timeOf(second, n);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ratios.push((await timeOf(first, n)) / (await timeOf(second, n)));
  }
  return ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
}

async function timeOf(work: Work, n: number): Promise<number> {
  const started = performance.now();
  await work(n);
  return performance.now() - started;
}

/** Bytes on the heap once everything is gone that can go. Needs `node --expose-gc`. */
export function heapUsed(): number {
  if (!globalThis.gc) throw new Error('run with node --expose-gc');
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}
