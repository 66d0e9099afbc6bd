/** The distinct values, in ascending order. */
export function distinct<Value extends string | number>(values: readonly Value[]): Value[] {
  return [...new Set(values)].toSorted((a, b) => (a < b ? -1 : Number(a > b)));
}
