import { wallTime } from '../time/time-text.ts';
import type { Zone } from '../time/zone.ts';

const day = 86_400_000;

/**
 * Labels of a time axis: the time of day, with the date below the first label and at each start of a day.
 *
 * @param times - Milliseconds since 1970.
 * @param step - Milliseconds between two labels.
 */
export function axisTimes(times: readonly number[], step: number, zone: Zone): string[] {
  let shownDate = '';
  return times.map((time) => {
    const text = wallTime(time, zone);
    const date = text.slice(5, 10);
    const isNew = date !== shownDate;
    shownDate = date;
    if (step >= day) return date;
    const clock = text.slice(11, step >= 60_000 ? 16 : step >= 1000 ? 19 : 23);
    return isNew ? `${clock}\n${date}` : clock;
  });
}

/** A short form of a time: `11-21 04:57:50`. */
export function briefTime(time: number, zone: Zone): string {
  return wallTime(time, zone).slice(5, 19).replace('T', ' ');
}
