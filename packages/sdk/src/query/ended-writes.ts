/** For each query client, how many writes that changed a key have ended, by the JSON of the key. */
const endedWrites = new WeakMap<object, Map<string, number>>();

export function countEnd(cache: object, keys: readonly (readonly string[])[]): void {
  const counts = endedWrites.get(cache) ?? new Map<string, number>();
  endedWrites.set(cache, counts);
  for (const key of keys.map((one) => JSON.stringify(one))) counts.set(key, (counts.get(key) ?? 0) + 1);
}

export function endsOf(cache: object, key: readonly string[]): number {
  return endedWrites.get(cache)?.get(JSON.stringify(key)) ?? 0;
}
