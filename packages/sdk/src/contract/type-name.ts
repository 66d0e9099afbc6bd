/** The JSON type of a value, or what else it is; `nothing` for a field that is missing. */
export function typeName(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isNaN(value) ? 'NaN' : typeof value;
}
