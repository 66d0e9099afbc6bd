import type { Clock, Duration, FakeServer, Instant } from '../../core/index.ts';

/** How the clock is to change: one of the two. */
export type ClockChange = { readonly advance: Duration } | { readonly set: Instant };

/** @throws {RangeError} for a change that is none. */
export function changeClock(
  { clock, snapshot }: Pick<FakeServer, 'clock' | 'snapshot'>,
  change: ClockChange,
): { readonly now: string } {
  apply(clock, change);
  return { now: snapshot().clock };
}

function apply(clock: Clock, change: ClockChange): void {
  const keys = typeof change === 'object' ? Object.keys(change) : [];
  if (keys.join() === 'advance' && 'advance' in change) clock.advance(change.advance);
  else if (keys.join() === 'set' && 'set' in change) clock.set(change.set);
  else throw new RangeError('give either advance, such as "1h", or set, such as "2026-03-01T12:00:00Z"');
}
