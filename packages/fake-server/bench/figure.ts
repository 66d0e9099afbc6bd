/** One figure that the fake server has to keep, as a ratio within one run: absolute times differ by machine. */
export interface Figure {
  readonly name: string;
  readonly measured: number;
  readonly limit: number;
  /** Whether the ratio has to be at most, or at least, its limit. */
  readonly bound: 'at most' | 'at least';
}

export function holds({ measured, limit, bound }: Figure): boolean {
  return bound === 'at most' ? measured <= limit : measured >= limit;
}

export function lineOf(figure: Figure): string {
  const { name, measured, limit, bound } = figure;
  return `${holds(figure) ? 'ok  ' : 'FAIL'} ${name}: ${measured.toFixed(2)} (${bound} ${limit})`;
}
