/**
 * The row that a key moves the focus to.
 *
 * @param page - Number of visible rows.
 * @returns The row, or `undefined` for a key that does not move.
 */
export function rowAfterKey(key: string, row: number, count: number, page: number): number | undefined {
  const step = Math.max(1, page - 1);
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + step,
    PageUp: row - step,
    Home: 0,
    End: count - 1,
  };
  const next = Object.hasOwn(moves, key) ? moves[key] : undefined;
  return next === undefined || count === 0 ? undefined : Math.min(Math.max(next, 0), count - 1);
}
