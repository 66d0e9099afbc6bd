import type { Random } from '../core/random.ts';
import type { ExampleExchange } from './exchanges.ts';

const failures = 2;

export function chooseExchange(random: Random, exchanges: readonly ExampleExchange[]): ExampleExchange {
  const fails = random.below(100) < failures;
  const candidates = exchanges.filter(({ response }) => response.statusCode >= 400 === fails);
  let rest = random.below(candidates.reduce((sum, { weight }) => sum + weight, 0));
  const chosen = candidates.find(({ weight }) => (rest -= weight) < 0);
  if (chosen === undefined) throw new RangeError('The weights of the exchanges do not add up.');
  return chosen;
}

const day = 86_400_000;
const busiestHour = 15;

/** Returns `count` Unix times in milliseconds in ascending order, from `from` until before `until`. */
export function busyTimes(random: Random, count: number, from: number, until: number): number[] {
  const times = Array.from({ length: count }, () => {
    for (;;) {
      const time = from + ((until - from) * random.below(2 ** 32)) / 2 ** 32;
      const angle = 2 * Math.PI * (time / day - busiestHour / 24);
      // The probability of accepting a time is 0.1 at night and 1 in the busiest hour.
      if (random.below(1000) < 1000 * (0.55 + 0.45 * Math.cos(angle))) return time;
    }
  });
  return times.toSorted((a, b) => a - b);
}
