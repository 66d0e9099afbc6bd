/** A duration in milliseconds, or a number with a unit, such as `'250ms'`, `'30s'`, `'5m'`, `'1h'` or `'2d'`. */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`;

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Rounds to an integer.
 * @throws {RangeError} if the duration is malformed, negative or infinite.
 */
export function durationMs(duration: Duration): number {
  const ms = Math.round(typeof duration === 'number' ? duration : parse(duration));
  if (ms >= 0 && ms < Number.POSITIVE_INFINITY) return ms;
  throw new RangeError(
    `${JSON.stringify(duration)} is not a duration. Use a number of milliseconds, or a number with the unit ms, s, m, h or d, such as '5m'`,
  );
}

/** In milliseconds. A timer with a longer delay fires immediately. */
export const longestWait = 2 ** 31 - 1;

/** @throws {RangeError} if the duration is invalid, or longer than `longestWait`. */
export function waitMs(duration: Duration): number {
  const ms = durationMs(duration);
  if (ms <= longestWait) return ms;
  throw new RangeError(`${JSON.stringify(duration)} is too long. The maximum is ${longestWait} ms.`);
}

/** The values that `waitMs` accepts, for error messages. */
export const waitExpected = `milliseconds, or a number with ms, s, m, h or d; at most ${longestWait} ms`;

export const durationPattern = /^(\d+(?:\.\d+)?)(ms|[smhd])$/;

function parse(text: string): number {
  const [, amount, unit = ''] = durationPattern.exec(text) ?? [];
  return Number(amount) * (units[unit] ?? Number.NaN);
}
