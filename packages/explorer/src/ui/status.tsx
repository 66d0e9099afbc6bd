import type { ActivityEntry } from '@mock-services/sdk';

/** The names are in the order of the chart and its legend. */
export const statusKindNames = {
  ok: '2xx',
  redirect: '3xx',
  'client-error': '4xx',
  'server-error': '5xx',
  other: 'Other',
} as const;

/** The class `other` contains 1xx responses and requests without a response. */
export type StatusKind = keyof typeof statusKindNames;

export const statusKinds = Object.keys(statusKindNames) as readonly StatusKind[];

function statusKindOf(status: number): StatusKind {
  return statusKinds[Math.floor(status / 100) - 2] ?? 'other';
}

export function countsOf(entries: readonly ActivityEntry[]): Record<StatusKind, number> {
  const counts = { ok: 0, redirect: 0, 'client-error': 0, 'server-error': 0, other: 0 };
  for (const { response } of entries) counts[statusKindOf(response.statusCode)] += 1;
  return counts;
}

export function StatusMark({ status, isLong }: { readonly status: number; readonly isLong?: boolean }) {
  const none = isLong ? 'No response' : '—';
  return <span className={`status ${statusKindOf(status)}`}>{status < 100 ? none : status}</span>;
}
