/** How often something has to be found. */
export interface TimesOption {
  /** Exactly so often. At least once by default. */
  readonly times?: number | undefined;
}

/** Whether so many are as many as there have to be. */
export function isEnough(count: number, { times }: TimesOption): boolean {
  return times === undefined ? count > 0 : count === times;
}

/** `an entry`, `exactly 1 entry`, `exactly 3 entries`. */
export function wanted({ times }: TimesOption, one: string, many: string): string {
  if (times === undefined) return `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`;
  return `exactly ${counted(times, one, many)}`;
}

/** `1 entry`, `3 entries`. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** What so many do. */
export function verb(count: number): string {
  return count === 1 ? 'matches' : 'match';
}
