import type { ActivityEntry } from '@mock-services/sdk/activity';
import { wallTime, type Zone } from '../time/time.tsx';

type Value = (entry: ActivityEntry) => string | number;

/** The columns of the table, and what they are sorted by. In a narrow table a row has two lines. */
export const columns = [
  { key: 'time', name: 'Time', valueOf: ({ timestamp }) => timestamp },
  { key: 'method', name: 'Method', valueOf: ({ request }) => request.method },
  { key: 'path', name: 'Path', valueOf: ({ request }) => request.path },
  { key: 'status', name: 'Status', valueOf: ({ response }) => response.statusCode },
  { key: 'host', name: 'Host', valueOf: ({ request }) => request.hostname },
  { key: 'ms', name: 'ms', valueOf: ({ response }) => response.responseTimeMs },
] as const satisfies readonly { key: string; name: string; valueOf: Value }[];

/** Height of a row and of the header in pixels. */
export const rowHeights = { wide: 30, narrow: 50 } as const;

/** Entries in the order of a column, `ms` or descending `-ms`; in the given order without one. Ties keep their order. */
export function sorted(
  entries: readonly ActivityEntry[],
  order: string | undefined,
): readonly ActivityEntry[] {
  const column = columns.find(({ key }) => key === order?.replace('-', ''));
  if (column === undefined) return entries;
  const valueOf: Value = column.valueOf;
  const sign = order?.startsWith('-') === true ? -1 : 1;
  return entries.toSorted((one, other) => {
    const [first, second] = [valueOf(one), valueOf(other)];
    return first === second ? 0 : first < second ? -sign : sign;
  });
}

/** The order that a click on a column leads to: ascending, descending, as recorded. */
export function nextOrder(key: string, order: string | undefined): string | undefined {
  if (order === key) return `-${key}`;
  return order === `-${key}` ? undefined : key;
}

/** Date and time of a timestamp on a clock; the whole text if it is not an ISO timestamp. */
export function shortTime(timestamp: string, zone: Zone): { readonly date: string; readonly time: string } {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
  if (Number.isNaN(at)) return { date: '', time: timestamp.slice(0, 30) };
  const text = wallTime(at, zone);
  return { date: text.slice(5, 10), time: text.slice(11) };
}
