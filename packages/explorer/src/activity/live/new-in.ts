import type { ActivityEntry } from '@mock-services/sdk';

/** The entries of a log that another one does not have, each once. */
export function newIn(log: readonly ActivityEntry[], known: readonly ActivityEntry[]): ActivityEntry[] {
  const ids = new Set(known.map(({ id }) => id));
  return log.filter(({ id }) => {
    const isNew = !ids.has(id);
    ids.add(id);
    return isNew;
  });
}
