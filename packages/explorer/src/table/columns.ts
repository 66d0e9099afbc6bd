/** The columns of the table. In a narrow table a row has two lines. */
export const columns = [
  { key: 'time', name: 'Time (UTC)' },
  { key: 'method', name: 'Method' },
  { key: 'path', name: 'Path' },
  { key: 'status', name: 'Status' },
  { key: 'host', name: 'Host' },
  { key: 'ms', name: 'ms' },
] as const;

/** Height of a row in pixels. */
export const rowHeights = { wide: 30, narrow: 50 } as const;

/** Height of the header row in pixels. */
export const headHeight = 30;

/** Maximum characters of a path or host in a row: no screen fits more. */
export const mostCharacters = 300;

/**
 * Date and time of a timestamp, by slicing alone, because every row does it. The whole text if it is not an ISO
 * timestamp.
 */
export function shortTime(timestamp: string): { readonly date: string; readonly time: string } {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(timestamp)
    ? { date: timestamp.slice(5, 10), time: timestamp.slice(11, 23).replace(/Z$/, '') }
    : { date: '', time: timestamp.slice(0, 30) };
}
