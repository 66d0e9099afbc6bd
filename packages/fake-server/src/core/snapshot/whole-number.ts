/**
 * A whole number from 0 to `most`.
 *
 * @throws {RangeError} for anything else.
 */
export function wholeNumber(value: unknown, most = Number.MAX_SAFE_INTEGER): number {
  if (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most) return Number(value);
  throw new RangeError(`no whole number from 0 to ${most}`);
}
