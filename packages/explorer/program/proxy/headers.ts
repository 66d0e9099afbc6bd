/** Selects the headers to forward to the service and to the page. */
import type { IncomingMessage } from 'node:http';
import { enteredToken, nextStep, ownResponse } from '../marks.ts';
import { redactText } from './redact.ts';
import { connectionHeaders, type Service } from './service.ts';

/** Headers as an array that alternates names and values, like `rawHeaders` in Node. */
type RawHeaders = readonly string[];

/** Request header that contains the id of the running program. The program uses this header to detect loops. */
export const explorerId = 'x-mock-services-explorer-id';

/**
 * Request headers to remove. With headers such as `Origin`, the service might treat the request as cross-origin. Cookies of
 * 127.0.0.1 belong to other programs on this machine.
 */
const pageHeaders = /^(?:cookie|forwarded|origin|referer|sec-.*|x-forwarded-.*)$/;

/**
 * Response headers to remove, because they affect the page's origin or because only the program may send them. For example,
 * `WWW-Authenticate` would make the browser store a password and send it to any other service on this port.
 */
const removedResponseHeaders: ReadonlySet<string> = new Set([
  'alt-svc',
  'cache-control',
  'clear-site-data',
  'content-security-policy',
  'content-security-policy-report-only',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'expires',
  'link',
  'nel',
  'pragma',
  'refresh',
  'report-to',
  'reporting-endpoints',
  'service-worker-allowed',
  'set-cookie',
  'set-cookie2',
  'sourcemap',
  'strict-transport-security',
  'www-authenticate',
  'x-content-type-options',
  enteredToken,
  explorerId,
  nextStep,
  ownResponse,
]);

/** Headers to add to each response. The headers prevent caching, and block scripts if a response is opened as a page. */
const addedResponseHeaders = [
  ['cache-control', 'no-store'],
  ['content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'"],
  ['x-content-type-options', 'nosniff'],
  ['cross-origin-resource-policy', 'same-origin'],
].flat();

/** Returns the headers for the request to the service. */
export function requestHeaders(incoming: IncomingMessage, { origin, headers, id }: Service): RawHeaders {
  const removed = connectionOptions(incoming);
  const passed = filtered(
    incoming.rawHeaders,
    (name) => removed.has(name) || pageHeaders.test(name) || headers.has(name) || name === 'accept-encoding',
  );
  return [
    'host',
    new URL(origin).host,
    ...passed,
    ...encodings(incoming, headers),
    ...[...headers].flat(),
    explorerId,
    id,
    ...framing(incoming),
  ];
}

/**
 * Returns the headers for the response to the page.
 *
 * @param added - Headers to add. An added header replaces a header of the service with the same name.
 * @param isRewritten - Whether the program changes the body, so that the original length and encoding no longer apply.
 * @param secrets - Credentials to remove from header values.
 */
export function responseHeaders(
  response: IncomingMessage,
  added: Readonly<Record<string, string>>,
  isRewritten: boolean,
  secrets: readonly string[],
): string[] {
  const removed = connectionOptions(response);
  const passed = filtered(
    response.rawHeaders,
    (name) =>
      removed.has(name) ||
      removedResponseHeaders.has(name) ||
      name in added ||
      name.startsWith('access-control-') ||
      (isRewritten && name === 'content-encoding'),
  ).map((text, index) => (index % 2 === 0 ? text : redactText(text, secrets)));
  const { 'content-length': length } = response.headers;
  const framed = length === undefined || isRewritten ? [] : ['content-length', length];
  return [...passed, ...framed, ...Object.entries(added).flat(), ...addedResponseHeaders];
}

/** Limits `Accept-Encoding` to gzip, because the program must decode error responses to redact them. */
function encodings({ headers }: IncomingMessage, own: Headers): RawHeaders {
  const { 'accept-encoding': accepted } = headers;
  if (accepted === undefined || own.has('accept-encoding')) return [];
  return ['accept-encoding', /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'];
}

/** Returns the headers that delimit the body. Without these headers, the service would parse the body as another request. */
function framing({ headers }: IncomingMessage): RawHeaders {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  if (encoding !== undefined) return ['transfer-encoding', 'chunked'];
  return length === undefined ? [] : ['content-length', length];
}

/** Returns the names of connection-specific headers, including the names listed in `Connection`. */
function connectionOptions({ headers: { connection = '' } }: IncomingMessage): ReadonlySet<string> {
  const named = connection.split(',').map((name) => name.trim().toLowerCase());
  return new Set([...connectionHeaders, ...named]);
}

function filtered(raw: RawHeaders, isRemoved: (name: string) => boolean): string[] {
  return raw.flatMap((name, index) =>
    index % 2 === 0 && !isRemoved(name.toLowerCase()) ? [name, raw[index + 1] ?? ''] : [],
  );
}
