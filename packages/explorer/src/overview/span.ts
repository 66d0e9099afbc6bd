const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A duration in its two largest units: `5 d 3 h`. */
export function spanText(ms: number): string {
  const whole = Math.max(0, Math.floor(ms));
  if (whole >= day) return `${Math.floor(whole / day)} d ${Math.floor((whole % day) / hour)} h`;
  if (whole >= hour) return `${Math.floor(whole / hour)} h ${Math.floor((whole % hour) / minute)} min`;
  if (whole >= minute) return `${Math.floor(whole / minute)} min`;
  return `${Math.floor(whole / 1000)} s`;
}
