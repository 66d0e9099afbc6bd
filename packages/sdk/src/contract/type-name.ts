/**
 * The JSON type of a value; a number that is not finite as it is, `nothing` for a missing field, and `typeof` for
 * anything else.
 */
export function typeName(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : typeof value;
}
