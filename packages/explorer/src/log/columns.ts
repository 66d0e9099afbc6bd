import type { ActivityEntry } from '@mock-services/sdk';
import { timeOf, wallTime, type Zone } from '../ui/time.tsx';

type Value = (entry: ActivityEntry) => string | number;

/**
 * If `isDescending` is set, the first click shows the greatest values first, because people look for the newest, failed
 * and slowest exchanges.
 */
export const columns = [
  { key: 'time', name: 'Time', isDescending: true, valueOf: ({ timestamp }) => timeOf(timestamp) || 0 },
  { key: 'method', name: 'Method', isDescending: false, valueOf: ({ request }) => request.method },
  { key: 'path', name: 'Path', isDescending: false, valueOf: ({ request }) => request.path },
  { key: 'status', name: 'Status', isDescending: true, valueOf: ({ response }) => response.statusCode },
  { key: 'host', name: 'Host', isDescending: false, valueOf: ({ request }) => request.hostname },
  { key: 'ms', name: 'Duration', isDescending: true, valueOf: ({ response }) => response.responseTimeMs },
] as const satisfies readonly { key: string; name: string; isDescending: boolean; valueOf: Value }[];

type Column = (typeof columns)[number];

const defaultOrder = '-time';

/** @param order - The key of a column, such as `ms`, or `-ms` for descending order. */
export function directionOf(
  { key }: Column,
  order: string = defaultOrder,
): 'ascending' | 'descending' | 'none' {
  return order === key ? 'ascending' : order === `-${key}` ? 'descending' : 'none';
}

export function nextOrder(column: Column, order: string | undefined): string | undefined {
  const { key, isDescending } = column;
  const direction = directionOf(column, order);
  const isNext = direction === 'none' ? isDescending : direction === 'ascending';
  const next = isNext ? `-${key}` : key;
  return next === defaultOrder ? undefined : next;
}

/** Entries with equal values keep the order in which the service returned them. */
export function sorted(
  entries: readonly ActivityEntry[],
  order: string = defaultOrder,
): readonly ActivityEntry[] {
  const column = columns.find(({ key }) => key === order.replace('-', ''));
  const valueOf: Value = column?.valueOf ?? columns[0].valueOf;
  const sign = order.startsWith('-') ? -1 : 1;
  return entries
    .map((entry, index) => ({ entry, index, value: valueOf(entry) }))
    .sort((one, other) =>
      one.value === other.value ? sign * (one.index - other.index) : one.value < other.value ? -sign : sign,
    )
    .map(({ entry }) => entry);
}

export function shortTime(timestamp: string, zone: Zone): { readonly date: string; readonly time: string } {
  const at = timeOf(timestamp);
  if (Number.isNaN(at)) return { date: '', time: timestamp.slice(0, 30) };
  const text = wallTime(at, zone);
  return { date: text.slice(5, 10), time: text.slice(11) };
}
