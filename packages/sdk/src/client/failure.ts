/** How a failure becomes an error of the tree: every error of a call is created here. */
import { type Issue, listIssues } from '../contract/issue.ts';
import { parseUrl } from '../contract/kinds.ts';
import { chainOf, codeOf, safeCause } from './cause.ts';
import {
  AbortError,
  ApiError,
  type ErrorResponse,
  MockServicesError,
  NetworkError,
  ParseError,
  TimeoutError,
  ValidationError,
  type ValidationSide,
} from './errors.ts';
import type { Call, ReceivedResponse } from './context.ts';
import type { FailedAttempt } from './retry.ts';

/** The error of a call whose signal was aborted. */
export function abortError(call: Call): AbortError {
  const cause: unknown = call.options.signal?.reason;
  return new AbortError('the call was aborted by its signal.', call.facts, { cause });
}

/**
 * The error of a call whose time ran out.
 *
 * @param limit - The limit that was reached.
 * @param waitingFor - What the call was waiting for, in words.
 */
export function timeoutError(
  { facts, options, startedAt, failure }: Call,
  limit: 'timeout' | 'totalTimeout',
  waitingFor: string,
): TimeoutError {
  const waited = Math.round(performance.now() - startedAt);
  return new TimeoutError(
    `${limit} of ${options.limits[limit]} ms ran out, waiting for ${waitingFor} (${facts.method} ${facts.url}).`,
    facts,
    limit === 'timeout' ? 'attempt' : 'total',
    { cause: failure ?? new DOMException(`waited ${waited} ms`, 'TimeoutError') },
  );
}

const unauthorized = 'The service wants credentials: see `token` and `headers`.';

const hints: Readonly<Record<number, string>> = {
  400: 'The service could not read the request.',
  401: unauthorized,
  403: unauthorized,
  404: 'Nothing is at this URL: is baseUrl right?',
  405: 'The path does not take this method: does baseUrl lead to the service?',
  408: 'The service gave up waiting.',
  409: 'The service reports a conflict.',
  413: 'The request is too large.',
  415: 'The service does not take JSON here.',
  422: 'The service rejected a field.',
  429: 'Too many requests.',
};

/** If the path has an id. */
const unknownId = 'Nothing has this id, or baseUrl does not lead to the service.';

/** If the request had an `authorization` header. */
const refusals: typeof hints = {
  401: 'The service refused the token: is it right, and still valid?',
  403: 'The token does not allow this.',
};

/** The error of a response outside 2xx. */
export function responseError(call: Call, { status, headers, text }: ReceivedResponse): ApiError {
  const { facts, endpoint, attempts } = call;
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), Date.now());
  const body = parseLoosely(text);
  const tries = attempts > 1 ? ` after ${attempts} requests` : '';
  const hasCredentials = Array.from(call.sent.headers).some(([name]) => name === 'authorization');
  const hint =
    (hasCredentials && refusals[status]) ||
    (status === 404 && endpoint.path.includes(':') && unknownId) ||
    (hints[status] ?? (status >= 500 && 'The service failed.'));
  const words = body !== undefined && '`error.body` has the details.';
  const wait = retryAfterMs && `It asks for a retry after ${Math.ceil(retryAfterMs / 1000)} s.`;
  const what = `the service responded with ${status}${tries} (${facts.method} ${facts.url}).`;
  const message = [what, hint, words, wait].filter(Boolean).join(' ');
  return new ApiError(message, facts, { status, headers, body, retryAfterMs });
}

/**
 * Reads a `Retry-After` header: seconds, or an HTTP date.
 *
 * @param now - The current time in milliseconds since 1970, to which a date is compared.
 * @returns Milliseconds to wait, never negative; `undefined` if the header is missing or unreadable.
 */
function parseRetryAfter(header: unknown, now: number): number | undefined {
  // The headers of a response that is not the platform's may have anything as a value.
  if (typeof header !== 'string') return undefined;
  // An HTTP date (RFC 9110 §5.6.7) ends in GMT; `Date.parse` alone takes almost anything for a date.
  const date = header.endsWith(' GMT') ? Date.parse(header) - now : Number.NaN;
  const ms = /^\d+(\.\d+)?$/.test(header) ? Number(header) * 1000 : date;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), Number.MAX_SAFE_INTEGER);
}

/** JSON if it is JSON, otherwise text; `undefined` if it is empty. */
function parseLoosely(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The error of a redirect that is not followed. The status is 0 if the browser hides it. */
export function blockedError(
  { facts }: Call,
  { status, headers }: Pick<ReceivedResponse, 'status' | 'headers'>,
  reason: string,
): ApiError | NetworkError {
  const message = `the service responded with ${status || 'a hidden status'}, a redirect. ${reason}`;
  return status === 0
    ? new NetworkError(message, facts)
    : new ApiError(message, facts, { status, headers, body: undefined });
}

/** The error of a body that is longer than `maxResponseBytes`. */
export function tooLongError({ facts, options }: Call, status: number): NetworkError {
  const { maxResponseBytes } = options.limits;
  const message = `the response ${status} is longer than maxResponseBytes of ${maxResponseBytes}: raise it, or stream the log (activity.stream).`;
  return new NetworkError(message, facts, { status });
}

/**
 * The error of an attempt that got no complete response: it names the host, the cause and what to check.
 *
 * @param facts - Status of the response that broke off, if one had begun, and whether ky recognized the failure as one of the
 *   network. Any other error without a system error code is a bug in somebody's code, so it is not retried.
 */
export function networkError(
  call: Call,
  thrown: unknown,
  { status, isNetwork }: { readonly status: number | undefined; readonly isNetwork: boolean },
): FailedAttempt {
  const { facts } = call;
  const { host, origin } = new URL(facts.url);
  const what =
    status === undefined ? `no response from ${host}` : `the response ${status} of ${host} broke off`;
  const cause = causeOf(call, thrown);
  const chain = chainOf(cause);
  const reason = reasonOf(chain);
  const hasSystemCode = chain.some((link) => systemError.test(codeOf(link) ?? ''));
  const hint =
    (host === fakeHost ? isFakeHost : undefined) ??
    neverConnected.get(reason) ??
    brokeOff.get(reason) ??
    crossOriginHint(origin, status);
  const message = `${what} (${reason}). ${hint ?? 'See `error.cause`.'}`;
  return {
    error: new NetworkError(message, facts, { cause, status }),
    isTransient: isNetwork || hasSystemCode,
  };
}

/** Whether `fetch` failed before it sent the request. */
export function isNeverSent(thrown: unknown): boolean {
  try {
    return chainOf(thrown).some((link) => neverSent.test(codeOf(link) ?? ''));
  } catch {
    return false;
  }
}

/** A browser does not tell a page why a request to another origin failed. */
function crossOriginHint(origin: string, status: number | undefined): string | undefined {
  const page = pageOrigin();
  if (page === undefined || page === origin || status !== undefined) return undefined;
  return `Is the service running, and does it allow pages of ${page} (CORS; fake server: --cors-origin)?`;
}

/** The origin of the page that runs this; `undefined` outside of pages. */
export function pageOrigin(): string | undefined {
  const page: { readonly location?: { readonly origin: string } } = globalThis;
  return page.location?.origin;
}

/** The first code in the chain of causes; otherwise the message of the last cause. */
function reasonOf(chain: readonly object[]): string {
  const code = chain.map(codeOf).find((known) => known !== undefined);
  if (code !== undefined) return code;
  const root: Partial<Error> | undefined = chain.at(-1);
  if (root === undefined) return 'unknown reason';
  return String(root.name === 'Error' || root.name === 'TypeError' ? root.message : root.name);
}

/** Codes of operating systems, Node, its `fetch` and Bun for failures of a connection. */
const systemError =
  /^(E[A-Z\d]{2,}|EAI_\w+|UND_ERR_\w+|HPE_\w+|Z_\w+|ERR_(TLS|SSL|STREAM|HTTP2)_\w+|CERT_\w+|\w+_CERT\w*|Connection\w+|FailedToOpenSocket)$/;

/** Codes of failures before a request is sent. */
const neverSent =
  /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EMFILE|ENFILE|UND_ERR_CONNECT_TIMEOUT|ERR_(TLS|SSL)_\w+|CERT_\w+|\w+_CERT\w*|UNABLE_TO_\w+|ConnectionRefused|FailedToOpenSocket)$/;

/** Host of the base URL that a fake server has by default. */
const fakeHost = 'mock-services.test';

const isFakeHost = `\`${fakeHost}\` is the default address of the fake server: pass \`fetch: fake.fetch\` to \`createClient\`.`;

/** What to do about them. */
const neverConnected: ReadonlyMap<string, string> = new Map([
  [
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'The server at this port does not use TLS. Change `https:` to `http:` in `baseUrl`.',
  ],
  ['ECONNREFUSED', 'Nothing listens there: is the service running, and is baseUrl right?'],
  ['ENOTFOUND', 'The host name is unknown: is baseUrl right?'],
  ['EAI_AGAIN', 'The host name could not be looked up: is there a network?'],
  ['UND_ERR_CONNECT_TIMEOUT', 'The host did not accept a connection in time: is baseUrl right?'],
]);

const cut = 'The connection was cut.';

/** Codes of a connection that failed later, and what they mean. */
const brokeOff: ReadonlyMap<string, string> = new Map([
  ['ECONNRESET', cut],
  ['UND_ERR_SOCKET', cut],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'The body is shorter than the response said.'],
  ['Z_DATA_ERROR', 'The compressed body is broken.'],
  ['Z_BUF_ERROR', 'The compressed body is broken.'],
  ['HTTPParserError', 'What arrived is not HTTP.'],
]);

/** What was thrown, without the credentials of the call: values of headers and queries, and the token. */
function causeOf({ sent, options, settings }: Call, thrown: unknown): unknown {
  // A hook of the user's ky may have added a query.
  const query = parseUrl(sent.url)?.search ?? '';
  return safeCause(thrown, [
    ...Array.from(sent.headers).filter(([name]) => name !== 'accept' && name !== 'content-type'),
    ...settings.authorization.fixed,
    ...(options.headers ?? []),
    ...new URLSearchParams(query),
    // As they are sent.
    ...query
      .slice(1)
      .split('&')
      .map((pair) => ['', pair.replace(/^[^=]*=/, '')] as const),
  ]);
}

/** The error of a call that failed because a function of the caller did. @param what - The function, in words. */
export function functionError(call: Call, what: string, thrown: unknown): NetworkError {
  const message = `${what} failed, so ${sentSoFar(call)}. See \`error.cause\`.`;
  return new NetworkError(message, call.facts, { cause: causeOf(call, thrown) });
}

function sentSoFar({ attempts }: Call): string {
  if (attempts === 0) return 'nothing was sent';
  return `nothing more was sent after ${attempts} request${attempts === 1 ? '' : 's'}`;
}

/** What an error keeps of a response. */
function kept({ status, headers }: ReceivedResponse, body: unknown): ErrorResponse {
  return { status, headers, body };
}

/**
 * The error of a 2xx that is not JSON where JSON was promised.
 *
 * @param isStream - Whether the body was read as it arrived.
 */
export function parseError({ facts }: Call, response: ReceivedResponse, isStream: boolean): ParseError {
  const { status, text } = response;
  // The platform's own message shows the body, so it is not kept.
  const what = isStream ? 'not JSON, or ends early' : `not JSON but ${kindOf(text)}`;
  return new ParseError(
    `the response is ${what}, with status ${status}. Does baseUrl lead to the service? (${facts.url})`,
    facts,
    kept(response, isStream ? undefined : text),
    { cause: new SyntaxError(what) },
  );
}

/** What the beginning of a body looks like. */
function kindOf(text: string): string {
  const start = text.trimStart();
  if (start === '') return 'empty';
  if (/^<(!doctype )?html/i.test(start)) return 'an HTML page';
  if (start.startsWith('<')) return 'XML or HTML';
  return /^[[{"]/.test(start) ? 'JSON that is broken or ends early' : 'text';
}

/**
 * The error of a value that differs from the interface.
 *
 * @param received - The response and its parsed body, if the side is `response`.
 */
export function validationError(
  call: Call,
  side: ValidationSide,
  issues: readonly Issue[],
  received?: { readonly response: ReceivedResponse; readonly body: unknown },
): ValidationError {
  const what =
    side === 'response'
      ? 'the response differs from the interface'
      : `${sentSoFar(call)}, because the request differs from the interface`;
  const response = received && kept(received.response, received.body);
  return new ValidationError(`${what}:${listIssues(issues)}`, call.facts, side, issues, response);
}

/**
 * The error of an argument of a method.
 *
 * @param path - Empty for the input itself.
 * @param expected - What the argument has to be.
 * @param received - The type of what was given.
 */
export function invalidArgument(
  call: Call,
  path: string,
  expected: string,
  received: string,
): ValidationError {
  const pointer = path === '' ? '' : `/${path}`;
  return validationError(call, 'request', [{ path, pointer, expected, received }]);
}

/**
 * What a call rejects with: an error of the tree as it is, and a `NetworkError` in place of anything else. Callers without
 * types, and replacements of platform objects, can make any line throw.
 */
export function errorOfTree(call: Call, thrown: unknown): MockServicesError {
  if (thrown instanceof MockServicesError) return thrown;
  const message = 'the call failed in an unexpected way. See `error.cause`.';
  return new NetworkError(message, call.facts, { cause: causeOf(call, thrown) });
}
