/** A span of time: milliseconds, or a number with its unit such as `'250ms'`, `'30s'`, `'5m'`, `'1h'`, `'2d'`. */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`;

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * The milliseconds of a duration, rounded to an integer.
 *
 * @throws {RangeError} if a string has another form, or the duration is negative or infinite.
 */
export function durationMs(duration: Duration): number {
  const ms = Math.round(typeof duration === 'number' ? duration : parse(duration));
  if (ms >= 0 && ms < Number.POSITIVE_INFINITY) return ms;
  throw new RangeError(
    `${JSON.stringify(duration)} is no duration: give milliseconds, or a number with ms, s, m, h or d, such as '5m'`,
  );
}

/** The longest delay of a timer, in milliseconds. With a longer one it fires at once. */
export const longestWait = 2 ** 31 - 1;

/**
 * The milliseconds of a duration that a timer waits for.
 *
 * @throws {RangeError} as `durationMs` does, and if the duration is longer than `longestWait`.
 */
export function waitMs(duration: Duration): number {
  const ms = durationMs(duration);
  if (ms <= longestWait) return ms;
  throw new RangeError(`${JSON.stringify(duration)} is too long: ${longestWait} ms is the most`);
}

/** The values that `waitMs` accepts, for messages. */
export const waitExpected = `milliseconds, or a number with ms, s, m, h or d; at most ${longestWait} ms`;

/** A number with its unit. */
export const durationPattern = /^(\d+(?:\.\d+)?)(ms|[smhd])$/;

function parse(text: string): number {
  const [, amount, unit = ''] = durationPattern.exec(text) ?? [];
  return Number(amount) * (units[unit] ?? Number.NaN);
}
