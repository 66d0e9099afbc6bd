import type { IncomingMessage } from 'node:http';
import { ownMark } from '../marks.ts';
import { connectionHeaders, type Service } from './service.ts';

/**
 * Request headers that the service must not receive. With `Origin`, the service might treat the request as
 * cross-origin. Cookies of 127.0.0.1 may belong to other programs.
 */
const pageHeaders = /^(?:cookie|forwarded|origin|referer|sec-.*|x-forwarded-.*)$/;

/**
 * Response headers to remove, because they affect the page's origin or because only the program may send them. For
 * example, `WWW-Authenticate` would make the browser store a password and send it to any service on this port.
 */
const removedFromResponses =
  /^(?:access-control-.*|alt-svc|cache-control|clear-site-data|content-security-policy.*|cross-origin-.*|expires|link|nel|pragma|refresh|report-to|reporting-endpoints|service-worker-allowed|set-cookie2?|sourcemap|strict-transport-security|www-authenticate|x-content-type-options|x-mock-services-.*)$/;

/** Headers that prevent caching, and block scripts in a response that is opened as a page. */
const addedToResponses = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

/** Returns alternating header names and values. */
export function requestHeaders(incoming: IncomingMessage, { origin, headers }: Service): string[] {
  const removed = connectionOptions(incoming);
  const passed = filtered(
    incoming.rawHeaders,
    (name) => removed.has(name) || pageHeaders.test(name) || headers.has(name),
  );
  const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers;
  return [
    'host',
    new URL(origin).host,
    ...passed,
    ...[...headers].flat(),
    ownMark,
    '1',
    // Without a header that delimits the body, the service would parse the body as another request.
    ...(encoding === undefined ? pairOf('content-length', length) : ['transfer-encoding', 'chunked']),
  ];
}

/** @param added - Headers that replace the service's headers of the same name. */
export function responseHeaders(
  response: IncomingMessage,
  added: Readonly<Record<string, string>>,
): string[] {
  const removed = connectionOptions(response);
  const passed = filtered(
    response.rawHeaders,
    (name) => removed.has(name) || removedFromResponses.test(name) || Object.hasOwn(added, name),
  );
  return [
    ...passed,
    ...pairOf('content-length', response.headers['content-length']),
    ...Object.entries({ ...added, ...addedToResponses }).flat(),
  ];
}

const pairOf = (name: string, value: string | undefined): string[] =>
  value === undefined ? [] : [name, value];

function connectionOptions({ headers: { connection = '' } }: IncomingMessage): ReadonlySet<string> {
  const named = connection.split(',').map((name) => name.trim().toLowerCase());
  return new Set([...connectionHeaders, ...named]);
}

function filtered(raw: readonly string[], isRemoved: (name: string) => boolean): string[] {
  return raw.flatMap((name, index) =>
    index % 2 === 0 && !isRemoved(name.toLowerCase()) ? [name, raw[index + 1] ?? ''] : [],
  );
}
