import { useEffect, useRef, useState } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import { turn } from '../ui/controls.tsx';
import { type Hit, search } from './search.ts';

/** Duration of uninterrupted work before the search yields to the page, in milliseconds. */
const slice = 8;

/** Interval between updates of the displayed results, in milliseconds. */
const refresh = 250;

/** Results of a search, which may still be running. */
export interface Searched {
  readonly entries: readonly ActivityEntry[];
  /** Number of entries that have not been searched yet. */
  readonly left: number;
  /** Number of entries with a body that is too long or cannot be decoded. */
  readonly unread: number;
}

/** Searches a log for a string without blocking the page. When the log grows, searches only the new entries. */
export function useSearch(log: readonly ActivityEntry[], text: string | undefined): Searched {
  const [searched, setSearched] = useState<Searched & { readonly text: string | undefined }>();
  // The cached results are valid only for this search string.
  const known = useRef({ text, hits: new WeakMap<ActivityEntry, Hit>() });
  useEffect(() => {
    if (known.current.text !== text) known.current = { text, hits: new WeakMap() };
    const { hits } = known.current;
    const stop = new AbortController();
    const show = (next: Searched): void => setSearched({ ...next, text });
    if (text !== undefined) void searchAll(log, text, hits, stop.signal, show);
    return () => stop.abort();
  }, [log, text]);
  if (text === undefined) return { entries: log, left: 0, unread: 0 };
  return searched?.text === text
    ? searched
    : { entries: searched?.entries ?? log, left: log.length, unread: 0 };
}

async function searchAll(
  log: readonly ActivityEntry[],
  text: string,
  hits: WeakMap<ActivityEntry, Hit>,
  signal: AbortSignal,
  show: (searched: Searched) => void,
): Promise<void> {
  const entries: ActivityEntry[] = [];
  let unread = 0;
  let sliceStart = performance.now();
  let shownAt = sliceStart;
  for (const [index, entry] of log.entries()) {
    const hit = hits.get(entry) ?? (await search(entry, text));
    hits.set(entry, hit);
    if (hit === 'yes') entries.push(entry);
    if (hit === 'unread') unread += 1;
    const now = performance.now();
    if (now - sliceStart < slice) continue;
    if (now - shownAt > refresh) {
      show({ entries: [...entries], left: log.length - index - 1, unread });
      shownAt = now;
    }
    await turn();
    if (signal.aborted) return;
    sliceStart = performance.now();
  }
  show({ entries, left: 0, unread });
}
