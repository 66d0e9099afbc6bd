/** What looks like the id of something, as a whole segment of a path. */
const ids = [
  /^\d+$/,
  // UUID
  /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  // Hash or ObjectId
  /^(?=.*\d)[0-9a-f]{12,}$/i,
  // ULID
  /^[0-7][0-9a-hjkmnp-tv-z]{25}$/i,
  // With a prefix, as in `ord_8fK2mQ1x`
  /^[a-z]{2,10}_(?=.*\d)[a-z0-9]{6,}$/i,
  // Random letters and digits
  /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w-]{16,}$/,
];

/** A path without query, with `:id` for each segment that looks like an id. */
export function routeOf(path: string): string {
  return path.replace(/[^/]+/g, (segment) => (ids.some((id) => id.test(segment)) ? ':id' : segment));
}
