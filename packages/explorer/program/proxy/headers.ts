/** Which headers are passed on, in both directions. */
import type { IncomingMessage } from 'node:http';
import { nextStep, ownResponse } from '../marks.ts';
import { connectionHeaders, type Service } from './service.ts';

/** Headers as Node takes them: name, value, name, value. */
type RawHeaders = readonly string[];

/**
 * What a browser tells about the page, which is none of the service's business: it would take the request for one of a
 * foreign page. Cookies on loopback belong to whatever else runs on this machine.
 */
const ofThePage = /^(?:cookie|forwarded|origin|referer|sec-.*|x-forwarded-.*)$/;

/** What would act on the page's own origin, and what only the program may say. */
const forThePage: ReadonlySet<string> = new Set([
  'alt-svc',
  'clear-site-data',
  'content-security-policy',
  'content-security-policy-report-only',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'link',
  'nel',
  'refresh',
  'report-to',
  'reporting-endpoints',
  'service-worker-allowed',
  'set-cookie',
  'set-cookie2',
  'sourcemap',
  'strict-transport-security',
  'x-content-type-options',
  nextStep,
  ownResponse,
]);

/** The headers of the request to the service. */
export function requestHeaders(incoming: IncomingMessage, { origin, headers }: Service): RawHeaders {
  const dropped = connectionOptions(incoming);
  const own = [...headers].flat();
  const passed = filtered(
    incoming.rawHeaders,
    (name) => dropped.has(name) || ofThePage.test(name) || headers.has(name),
  );
  return ['host', new URL(origin).host, ...passed, ...own, ...framing(incoming)];
}

/**
 * The headers of the response to the page. Opened on its own, it cannot act on the page's origin, whatever it is.
 *
 * @param added - In place of the service's own.
 */
export function responseHeaders(
  response: IncomingMessage,
  added: Readonly<Record<string, string>>,
): string[] {
  const dropped = connectionOptions(response);
  const passed = filtered(
    response.rawHeaders,
    (name) =>
      dropped.has(name) || forThePage.has(name) || name in added || name.startsWith('access-control-'),
  );
  const { 'content-length': length } = response.headers;
  const framed = length === undefined ? [] : ['content-length', length];
  return [...passed, ...framed, ...Object.entries(added).flat(), ...harmless];
}

const harmless = [
  'content-security-policy',
  "default-src 'none'; sandbox; frame-ancestors 'none'",
  'x-content-type-options',
  'nosniff',
  'cross-origin-resource-policy',
  'same-origin',
];

/** What frames the body stays as it is: without it, a body would be read as the next request. */
function framing({ headers }: IncomingMessage): RawHeaders {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  if (encoding !== undefined) return ['transfer-encoding', 'chunked'];
  return length === undefined ? [] : ['content-length', length];
}

/** Names of the headers that concern the connection alone; `Connection` may name more. */
function connectionOptions({ headers: { connection = '' } }: IncomingMessage): ReadonlySet<string> {
  const named = connection.split(',').map((name) => name.trim().toLowerCase());
  return new Set([...connectionHeaders, ...named]);
}

function filtered(raw: RawHeaders, isDropped: (name: string) => boolean): string[] {
  return raw.flatMap((name, index) =>
    index % 2 === 0 && !isDropped(name.toLowerCase()) ? [name, raw[index + 1] ?? ''] : [],
  );
}
