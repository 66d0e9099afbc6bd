/** Classes of HTTP statuses. */

/** Class of a status: its first digit, or `other` for 1xx and for no response at all. */
export type StatusKind = 'ok' | 'redirect' | 'client-error' | 'server-error' | 'other';

/** Kinds in the order in which they are stacked and listed. */
export const statusKinds: readonly StatusKind[] = ['ok', 'redirect', 'client-error', 'server-error', 'other'];

/** Names of the kinds. */
export const statusKindNames: Readonly<Record<StatusKind, string>> = {
  ok: '2xx',
  redirect: '3xx',
  'client-error': '4xx',
  'server-error': '5xx',
  other: 'Other',
};

/** The kind of a status. */
export function statusKindOf(status: number): StatusKind {
  return statusKinds[Math.floor(status / 100) - 2] ?? 'other';
}
