const day = 86_400_000;

/**
 * Labels of a time axis, in UTC: the time of day, with the date below the first label and at each start of a day.
 *
 * @param times - Milliseconds since 1970.
 * @param step - Milliseconds between two labels.
 */
export function axisTimes(times: readonly number[], step: number): string[] {
  let shownDate = '';
  return times.map((time) => {
    const text = new Date(time).toISOString();
    const date = text.slice(5, 10);
    const isNew = date !== shownDate;
    shownDate = date;
    if (step >= day) return date;
    const clock = text.slice(11, step >= 60_000 ? 16 : step >= 1000 ? 19 : 23);
    return isNew ? `${clock}\n${date}` : clock;
  });
}

/** A short form of a time, in UTC: `11-21 04:57:50`. */
export function briefTime(time: number): string {
  return new Date(time).toISOString().slice(5, 19).replace('T', ' ');
}

/** A time for use in a sentence: `2026-11-21 04:57:50 UTC`. */
export function spokenTime(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
