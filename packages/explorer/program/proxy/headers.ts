/** Headers that are passed on to the service, and to the page. */
import type { IncomingMessage } from 'node:http';
import { enteredToken, nextStep, ownResponse } from '../marks.ts';
import { redactText } from './redact.ts';
import { connectionHeaders, type Service } from './service.ts';

/** Headers in Node's raw form: name, value, name, value. */
type RawHeaders = readonly string[];

/** Header of a request to the service with the id of the program that sent it. */
export const explorerId = 'x-mock-services-explorer-id';

/**
 * Headers that describe the page. They would make the service treat the request as one from a foreign page. Cookies of
 * 127.0.0.1 belong to other programs on this machine.
 */
const pageHeaders = /^(?:cookie|forwarded|origin|referer|sec-.*|x-forwarded-.*)$/;

/**
 * Response headers that would affect the origin of the page, and headers that only the program may send. The browser would
 * answer `WWW-Authenticate` with a password that it stores for the origin, and send that password to the next service.
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

/** Headers of every response: no cache stores it, and a browser that opens it as a page runs nothing. */
const addedResponseHeaders = [
  ['cache-control', 'no-store'],
  ['content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'"],
  ['x-content-type-options', 'nosniff'],
  ['cross-origin-resource-policy', 'same-origin'],
].flat();

/** The headers of the request to the service. */
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
 * The headers of the response to the page.
 *
 * @param added - Headers that replace those of the service.
 * @param isRewritten - Whether the body is not the service's, so that its length and encoding do not apply.
 * @param secrets - Credentials that are removed from the values of the service's headers.
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

/** The encodings of a response that both the page and the program can read: the program reads errors. */
function encodings({ headers }: IncomingMessage, own: Headers): RawHeaders {
  const { 'accept-encoding': accepted } = headers;
  if (accepted === undefined || own.has('accept-encoding')) return [];
  return ['accept-encoding', /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'];
}

/** The headers that frame the body. Without them, the service would read a body as the next request. */
function framing({ headers }: IncomingMessage): RawHeaders {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  if (encoding !== undefined) return ['transfer-encoding', 'chunked'];
  return length === undefined ? [] : ['content-length', length];
}

/** Names of the headers that concern only the connection. `Connection` may name more of them. */
function connectionOptions({ headers: { connection = '' } }: IncomingMessage): ReadonlySet<string> {
  const named = connection.split(',').map((name) => name.trim().toLowerCase());
  return new Set([...connectionHeaders, ...named]);
}

function filtered(raw: RawHeaders, isRemoved: (name: string) => boolean): string[] {
  return raw.flatMap((name, index) =>
    index % 2 === 0 && !isRemoved(name.toLowerCase()) ? [name, raw[index + 1] ?? ''] : [],
  );
}
