import { useEffect, useState } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import { bodyOf, isActivityError, type Side, urlOf } from '@mock-services/sdk/activity';
import { turn } from '../ui/controls.tsx';
import { includes } from '../ui/text.tsx';

export interface Searched {
  readonly entries: readonly ActivityEntry[];
  /** Number of entries that have not been searched yet. */
  readonly left: number;
  /** Number of entries without a match whose body is too long to search or cannot be decoded. */
  readonly unread: number;
}

/** When the log grows, only the new entries are searched. */
interface Search {
  readonly text: string;
  readonly hits: ReadonlyMap<ActivityEntry, Hit>;
  readonly entries: readonly ActivityEntry[];
  readonly done: number;
  readonly unread: number;
}

type Hit = 'yes' | 'no' | 'unread';

export function useSearch(log: readonly ActivityEntry[], text: string | undefined): Searched {
  const [known, setKnown] = useState<Search>();
  const hits = known?.text === text ? known?.hits : undefined;
  useEffect(() => {
    const stop = new AbortController();
    if (text !== undefined) void searchAll(log, text, hits, stop.signal, setKnown);
    return () => stop.abort();
    // New results are added to the same map, so that `hits` does not restart the search.
  }, [log, text, hits]);
  if (text === undefined) return { entries: log, left: 0, unread: 0 };
  if (known?.text !== text) return { entries: known?.entries ?? log, left: log.length, unread: 0 };
  return { entries: known.entries, left: Math.max(0, log.length - known.done), unread: known.unread };
}

/** Milliseconds of searching before the search yields to the page. */
const slice = 8;

/** Milliseconds until the first results are displayed. */
const refresh = 250;

async function searchAll(
  log: readonly ActivityEntry[],
  text: string,
  known: ReadonlyMap<ActivityEntry, Hit> | undefined,
  signal: AbortSignal,
  show: (search: Search) => void,
): Promise<void> {
  const hits = (known ?? new Map()) as Map<ActivityEntry, Hit>;
  const entries: ActivityEntry[] = [];
  const start = performance.now();
  let [unread, sliceStart, showAt] = [0, start, start + refresh];
  for (const [index, entry] of log.entries()) {
    const hit = hits.get(entry) ?? (await search(entry, text));
    hits.set(entry, hit);
    if (hit === 'yes') entries.push(entry);
    if (hit === 'unread') unread += 1;
    const now = performance.now();
    if (now - sliceStart < slice) continue;
    if (now > showAt) {
      show({ text, hits, entries: [...entries], done: index + 1, unread });
      // Double the time between updates, because each update renders all results.
      showAt = now + (now - start);
    }
    await turn();
    if (signal.aborted) return;
    sliceStart = performance.now();
  }
  if (!signal.aborted) show({ text, hits, entries, done: log.length, unread });
}

async function search(entry: ActivityEntry, wanted: string): Promise<Hit> {
  if (includes(readable(urlOf(entry)), wanted)) return 'yes';
  let hit: Hit = 'no';
  for (const side of ['request', 'response'] as const) {
    for (const [name, value] of Object.entries(entry[side].headers))
      if (includes(`${name}: ${value}`, wanted)) return 'yes';
    const text = await textOf(entry, side);
    if (text === undefined) hit = 'unread';
    else if (includes(text, wanted)) return 'yes';
  }
  return hit;
}

/** Returns the URL, followed by its decoded form if the URL is percent-encoded. */
function readable(url: string): string {
  const decoded = url.replace(/(?:%[\da-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });
  return decoded === url ? url : `${url} ${decoded}`;
}

const maxBytes = 4 * 1024 * 1024;

async function textOf(entry: ActivityEntry, side: Side): Promise<string | undefined> {
  const { length } = entry[side].bodyBase64Encoded;
  if (length === 0) return '';
  if (length * 0.75 > maxBytes) return undefined;
  try {
    return (await bodyOf(entry, side).decoded({ maxBytes })).text();
  } catch (error) {
    if (isActivityError(error, 'unreadable-body')) return undefined;
    throw error;
  }
}
