/** Classes of HTTP statuses. */

/** Names of the status classes, in the order of the chart and its legend. */
export const statusKindNames = {
  ok: '2xx',
  redirect: '3xx',
  'client-error': '4xx',
  'server-error': '5xx',
  other: 'Other',
} as const;

/** Class of an HTTP status. The class `other` contains 1xx responses and requests without a response. */
export type StatusKind = keyof typeof statusKindNames;

export const statusKinds = Object.keys(statusKindNames) as readonly StatusKind[];

/** Returns the class of a status. */
export function statusKindOf(status: number): StatusKind {
  return statusKinds[Math.floor(status / 100) - 2] ?? 'other';
}
