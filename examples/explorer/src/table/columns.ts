/** The columns of the table. In a narrow one they stand on two lines of a row. */
export const columns = [
  { key: 'time', name: 'Time (UTC)' },
  { key: 'method', name: 'Method' },
  { key: 'path', name: 'Path' },
  { key: 'status', name: 'Status' },
  { key: 'host', name: 'Host' },
  { key: 'ms', name: 'ms' },
] as const;

/** Pixels of a row. */
export const rowHeights = { wide: 30, narrow: 50 } as const;

/** Pixels of the row with the names of the columns. */
export const headHeight = 30;

/** Characters of a path or host that a row shows: no screen has room for more. */
export const mostCharacters = 300;

/**
 * A timestamp as a row shows it: date and time of day, by cutting alone, since every row does it. The whole text where
 * it is no ISO timestamp.
 */
export function shortTime(timestamp: string): { readonly date: string; readonly time: string } {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(timestamp)
    ? { date: timestamp.slice(5, 10), time: timestamp.slice(11, 23).replace(/Z$/, '') }
    : { date: '', time: timestamp.slice(0, 30) };
}
