/**
 * Reads a `Retry-After` header: seconds, or an HTTP date.
 *
 * @param now - The current time in milliseconds since 1970, to which a date is compared.
 * @returns Milliseconds to wait, never negative; `undefined` when the header is missing or unreadable.
 */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+(\.\d+)?$/.test(header)) return Number(header) * 1000;
  // An HTTP date (RFC 9110 §5.6.7) ends so; `Date.parse` alone would take almost anything for a date.
  const date = header.endsWith(' GMT') ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
