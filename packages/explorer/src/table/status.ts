/** Classes of HTTP statuses. */

/** Names of the kinds, in the order in which they are stacked and listed. */
export const statusKindNames = {
  ok: '2xx',
  redirect: '3xx',
  'client-error': '4xx',
  'server-error': '5xx',
  other: 'Other',
} as const;

/** Class of a status: its first digit, or `other` for 1xx and for no response at all. */
export type StatusKind = keyof typeof statusKindNames;

export const statusKinds = Object.keys(statusKindNames) as readonly StatusKind[];

/** The kind of a status. */
export function statusKindOf(status: number): StatusKind {
  return statusKinds[Math.floor(status / 100) - 2] ?? 'other';
}
