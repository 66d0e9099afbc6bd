import { useEffect, useRef, useState } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import { turn } from '../../window/turn.ts';
import { type Hit, search } from './search.ts';

/** Milliseconds of work until the page gets a turn, and until it shows what was found meanwhile. */
const slice = 8;
const refresh = 250;

/** What a search has found so far. */
export interface Searched {
  readonly entries: readonly ActivityEntry[];
  /** Number of entries still to be searched. */
  readonly left: number;
  /** Number of entries with a body that is too long or broken. */
  readonly unread: number;
}

/** Searches entries for a text, in slices; entries that come later are searched alone. */
export function useSearch(log: readonly ActivityEntry[], text: string | undefined): Searched {
  const [searched, setSearched] = useState<Searched & { readonly text: string | undefined }>();
  // What is known of an entry holds for one text.
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
