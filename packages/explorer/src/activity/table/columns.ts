import type { ActivityEntry } from '@mock-services/sdk/activity';
import { wallTime, type Zone } from '../../time/time.tsx';

type Value = (entry: ActivityEntry) => string | number;

/** Columns of the table. `valueOf` returns the value to sort by. */
export const columns = [
  { key: 'time', name: 'Time', valueOf: ({ timestamp }) => timestamp },
  { key: 'method', name: 'Method', valueOf: ({ request }) => request.method },
  { key: 'path', name: 'Path', valueOf: ({ request }) => request.path },
  { key: 'status', name: 'Status', valueOf: ({ response }) => response.statusCode },
  { key: 'host', name: 'Host', valueOf: ({ request }) => request.hostname },
  { key: 'ms', name: 'ms', valueOf: ({ response }) => response.responseTimeMs },
] as const satisfies readonly { key: string; name: string; valueOf: Value }[];

/** Heights of rows and of the header, in pixels. Rows of a narrow table have two lines. */
export const rowHeights = { wide: 30, narrow: 50 } as const;

/**
 * Sorts entries by a column, such as `ms`, or `-ms` for descending order. If `order` contains no column, returns the entries
 * unchanged. The sort is stable.
 */
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

/** Returns the sort order after a click on a column. Clicks cycle through ascending, descending and unsorted. */
export function nextOrder(key: string, order: string | undefined): string | undefined {
  if (order === key) return `-${key}`;
  return order === `-${key}` ? undefined : key;
}

/** Formats the date and time of a timestamp. Returns the first 30 characters of an invalid timestamp as the time. */
export function shortTime(timestamp: string, zone: Zone): { readonly date: string; readonly time: string } {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
  if (Number.isNaN(at)) return { date: '', time: timestamp.slice(0, 30) };
  const text = wallTime(at, zone);
  return { date: text.slice(5, 10), time: text.slice(11) };
}
