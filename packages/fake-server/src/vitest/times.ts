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
export function wanted({ times }: TimesOption): string {
  if (times === undefined) return 'an entry';
  return times === 1 ? 'exactly 1 entry' : `exactly ${times} entries`;
}
