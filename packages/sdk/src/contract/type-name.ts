/** The JSON type of a value; `NaN` for NaN, `nothing` for a missing field, and `typeof` for anything else. */
export function typeName(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isNaN(value) ? 'NaN' : typeof value;
}
