/**
 * Reads a `Retry-After` header: seconds, or an HTTP date.
 *
 * @param now - The current time in milliseconds since 1970, to which a date is compared.
 * @returns Milliseconds to wait, never negative; `undefined` when the header is missing or unreadable.
 */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * 1000;
  // A date must name its month, so that `Date.parse` does not take any odd number for a year.
  const date = /[a-z]{3}/i.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
