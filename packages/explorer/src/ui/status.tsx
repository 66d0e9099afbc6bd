import type { ActivityEntry } from '@mock-services/sdk';

/** Names in the order of the chart and its legend. */
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

function statusKindOf(status: number): StatusKind {
  return statusKinds[Math.floor(status / 100) - 2] ?? 'other';
}

export function countsOf(entries: readonly ActivityEntry[]): Record<StatusKind, number> {
  const counts = { ok: 0, redirect: 0, 'client-error': 0, 'server-error': 0, other: 0 };
  for (const { response } of entries) counts[statusKindOf(response.statusCode)] += 1;
  return counts;
}

/** Reason phrases of common statuses, because recorded exchanges do not contain them. */
const phrases: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  206: 'Partial Content',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  418: "I'm a teapot",
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

export function statusText(status: number): string {
  const phrase = phrases[status];
  return phrase === undefined ? String(status) : `${status} ${phrase}`;
}

export function StatusMark({ status, isLong }: { readonly status: number; readonly isLong?: boolean }) {
  const hasNone = status < 100;
  const long = hasNone ? 'No response' : statusText(status);
  return (
    <span className={`status ${statusKindOf(status)}`} title={long}>
      {isLong ? long : hasNone ? '—' : status}
    </span>
  );
}
