import { figures } from '../ui/text.tsx';

/** Formats a response time, such as `32 ms` or `12.5 s`. */
export function durationText(ms: number): string {
  return ms < 10_000 ? `${figures(ms)} ms` : `${figures(Math.round(ms / 100) / 10)} s`;
}

/** Returns the length of a duration on a logarithmic scale, from 0 to 1. */
export function shareOf(ms: number, longest: number): number {
  return Math.log(Math.max(0, ms) + 1) / Math.log(Math.max(longest, 1) + 1);
}
