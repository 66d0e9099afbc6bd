import type { ActivityEntry } from '@mock-services/sdk/activity';

/** Any fixed time, so that the numbers in styles are small: not every browser calculates with 64 bits. */
const origin = Date.UTC(2026);

/**
 * Where an exchange begins and how long it takes, as custom properties of its row. The scale is a property of the table, so
 * that scrolling renders no row again.
 */
export const timesOf = ({ timestamp, response }: ActivityEntry) => ({
  '--at': Date.parse(timestamp) - origin || 0,
  '--ms': response.responseTimeMs,
});

/** The scale: from the first to the last moment of the visible exchanges. */
export function timeScale(
  entries: readonly ActivityEntry[],
  range: { readonly startIndex: number; readonly endIndex: number } | null,
) {
  let [from, to] = [Infinity, -Infinity];
  for (const entry of range === null ? [] : entries.slice(range.startIndex, range.endIndex + 1)) {
    const { '--at': at, '--ms': ms } = timesOf(entry);
    from = Math.min(from, at);
    to = Math.max(to, at + ms);
  }
  return from > to ? {} : { '--from': from, '--span': Math.max(1, to - from) };
}
