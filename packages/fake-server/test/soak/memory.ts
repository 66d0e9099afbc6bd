/** Whether memory stays flat. */

/** Memory of a server after a collection, in bytes. */
export interface Memory {
  readonly heap: number;
  readonly rss: number;
}

/** How much more memory may be in use at the end than at the beginning. */
const most = { heap: 1.1, rss: 1.25 };

export function describeMemory({ heap, rss }: Memory): string {
  const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
  return `heap ${megabytes(heap)}, RSS ${megabytes(rss)}`;
}

/** Says whether memory stayed flat, and returns it. */
export function isFlat(beginning: Memory, end: Memory): boolean {
  const ratios = { heap: end.heap / beginning.heap, rss: end.rss / beginning.rss };
  const flat = ratios.heap <= most.heap && ratios.rss <= most.rss;
  const words = `heap × ${ratios.heap.toFixed(3)} (at most ${most.heap}), RSS × ${ratios.rss.toFixed(3)} (at most ${most.rss})`;
  console.log(`${flat ? 'flat' : 'FAILED: memory grows'}: ${words}`);
  return flat;
}
