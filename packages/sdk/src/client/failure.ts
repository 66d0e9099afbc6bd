/** Creates every error of a call. */
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

/** Creates the error for an aborted signal. */
export function abortError(call: Call): AbortError {
  const cause: unknown = call.options.signal?.reason;
  return new AbortError('the call was aborted by its signal.', call.facts, { cause });
}

/**
 * Creates the error for an exceeded time limit.
 *
 * @param limit - The limit that was exceeded.
 * @param waitingFor - Description of the event that the call was waiting for.
 */
export function timeoutError(
  { facts, options, startedAt, failure }: Call,
  limit: 'timeout' | 'totalTimeout',
  waitingFor: string,
): TimeoutError {
  const waited = Math.round(performance.now() - startedAt);
  return new TimeoutError(
    `${limit} of ${options.limits[limit]} ms expired while waiting for ${waitingFor} (${facts.method} ${facts.url}).`,
    facts,
    limit === 'timeout' ? 'attempt' : 'total',
    { cause: failure ?? new DOMException(`waited ${waited} ms`, 'TimeoutError') },
  );
}

const unauthorized = 'The service requires credentials. Set `token` or `headers`.';

const hints: Readonly<Record<number, string>> = {
  400: 'The service could not read the request.',
  401: unauthorized,
  403: unauthorized,
  404: 'Nothing exists at this URL. Check baseUrl.',
  405: 'The path does not allow this method. Check that baseUrl points to the service.',
  408: 'The service timed out waiting for the request.',
  409: 'The service reports a conflict.',
  413: 'The request is too large.',
  415: 'The service does not accept JSON at this URL.',
  422: 'The service rejected a field.',
  429: 'Too many requests.',
};

/** Hint for a 404 response, if the path contains an id. */
const unknownId = 'No resource has this id, or baseUrl does not point to the service.';

/** Hints for a refused request that had an `authorization` header. */
const refusals: typeof hints = {
  401: 'The service rejected the token. Check that it is correct and has not expired.',
  403: 'The token does not permit this request.',
};

/** Creates the error for a response whose status is not 2xx. */
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
  const words = body !== undefined && 'See `error.body` for details.';
  const wait =
    retryAfterMs && `It asked to wait ${Math.ceil(retryAfterMs / 1000)} s before the next request.`;
  const what = `the service responded with ${status}${tries} (${facts.method} ${facts.url}).`;
  const message = [what, hint, words, wait].filter(Boolean).join(' ');
  return new ApiError(message, facts, { status, headers, body, retryAfterMs });
}

/**
 * Returns the delay of a `Retry-After` header in milliseconds, at least 0. Returns `undefined` if the header is missing
 * or invalid.
 *
 * @param now - The current Unix time in milliseconds.
 */
function parseRetryAfter(header: unknown, now: number): number | undefined {
  // The response of a custom `fetch` may have header values of any type.
  if (typeof header !== 'string') return undefined;
  // An HTTP date ends with `GMT` (RFC 9110 §5.6.7). `Date.parse` alone would accept many strings that are not HTTP
  // dates.
  const date = header.endsWith(' GMT') ? Date.parse(header) - now : Number.NaN;
  const ms = /^\d+(\.\d+)?$/.test(header) ? Number(header) * 1000 : date;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), Number.MAX_SAFE_INTEGER);
}

/** Parses JSON. Returns text that is not JSON unchanged, and returns `undefined` for empty text. */
function parseLoosely(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Creates the error for a redirect that was not followed. The error's status is 0 if the browser hides the status of
 * the response.
 */
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

/** Creates the error for a body that exceeds `maxResponseBytes`. */
export function tooLongError({ facts, options }: Call, status: number): NetworkError {
  const { maxResponseBytes } = options.limits;
  const message = `the body of the ${status} response is longer than maxResponseBytes (${maxResponseBytes}). Raise the limit, or read the log with activity.stream.`;
  return new NetworkError(message, facts, { status });
}

/**
 * Creates the error for an attempt without a complete response. The error message contains the host, the reason and a
 * hint.
 *
 * @param facts - Facts about the failure. `status` is the status of the incomplete response, if its headers arrived.
 *   `isNetwork` is true if ky recognized a network failure. If `isNetwork` is false and the error has no system error
 *   code, the failure is a programming error. A programming error is not retried.
 */
export function networkError(
  call: Call,
  thrown: unknown,
  { status, isNetwork }: { readonly status: number | undefined; readonly isNetwork: boolean },
): FailedAttempt {
  const { facts } = call;
  const { host, origin } = new URL(facts.url);
  const what =
    status === undefined
      ? `no response from ${host}`
      : `the ${status} response from ${host} could not be read completely`;
  const cause = causeOf(call, thrown);
  const chain = chainOf(cause);
  const reason = reasonOf(chain);
  const hasSystemCode = chain.some((link) => systemError.test(codeOf(link) ?? ''));
  const hint =
    (host === fakeHost ? fakeHostHint : undefined) ??
    connectionHints.get(reason) ??
    interruptionHints.get(reason) ??
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

/** Returns a hint about CORS. A browser does not tell a page why a cross-origin request failed. */
function crossOriginHint(origin: string, status: number | undefined): string | undefined {
  const page = pageOrigin();
  if (page === undefined || page === origin || status !== undefined) return undefined;
  return `Check that the service is running and allows requests from ${page} (CORS). For the fake server, set --cors-origin.`;
}

/** Returns the origin of the current page. Returns `undefined` if the code does not run in a page. */
export function pageOrigin(): string | undefined {
  const page: { readonly location?: { readonly origin: string } } = globalThis;
  return page.location?.origin;
}

/**
 * Returns the first error code in the chain of causes. If no cause has an error code, returns the message or the name
 * of the last cause.
 */
function reasonOf(chain: readonly object[]): string {
  const code = chain.map(codeOf).find((known) => known !== undefined);
  if (code !== undefined) return code;
  const root: Partial<Error> | undefined = chain.at(-1);
  if (root === undefined) return 'unknown reason';
  return String(root.name === 'Error' || root.name === 'TypeError' ? root.message : root.name);
}

/** Matches error codes for connection failures in operating systems, Node, undici and Bun. */
const systemError =
  /^(E[A-Z\d]{2,}|EAI_\w+|UND_ERR_\w+|HPE_\w+|Z_\w+|ERR_(TLS|SSL|STREAM|HTTP2)_\w+|CERT_\w+|\w+_CERT\w*|Connection\w+|FailedToOpenSocket)$/;

/** Matches error codes for failures that occur before a request is sent. */
const neverSent =
  /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EMFILE|ENFILE|UND_ERR_CONNECT_TIMEOUT|ERR_(TLS|SSL)_\w+|CERT_\w+|\w+_CERT\w*|UNABLE_TO_\w+|ConnectionRefused|FailedToOpenSocket)$/;

/** Host of the default base URL of a fake server. */
const fakeHost = 'mock-services.test';

const fakeHostHint = `\`${fakeHost}\` is the default address of the fake server. Pass \`fetch: fake.fetch\` to \`createClient\`.`;

/** Hints for error codes of connections that were never established. */
const connectionHints: ReadonlyMap<string, string> = new Map([
  [
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'The server at this port does not use TLS. Change `https:` to `http:` in `baseUrl`.',
  ],
  [
    'ECONNREFUSED',
    'Nothing is listening there. Check that the service is running and that baseUrl is correct.',
  ],
  ['ENOTFOUND', 'The host name is unknown. Check baseUrl.'],
  ['EAI_AGAIN', 'The host name could not be resolved. Check the network connection.'],
  ['UND_ERR_CONNECT_TIMEOUT', 'The host did not accept a connection in time. Check baseUrl.'],
]);

const cut = 'The connection closed before the response was complete.';

/** Hints for error codes of failures after a connection was established. */
const interruptionHints: ReadonlyMap<string, string> = new Map([
  ['ECONNRESET', cut],
  ['UND_ERR_SOCKET', cut],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'The body is shorter than its content-length.'],
  ['Z_DATA_ERROR', 'The compressed body is corrupt.'],
  ['Z_BUF_ERROR', 'The compressed body is corrupt.'],
  ['HTTPParserError', 'The response is not valid HTTP.'],
]);

/**
 * Returns the thrown value, in which the call's credentials are masked. The credentials are the header values, the
 * query values and the token.
 */
function causeOf({ sent, options, settings }: Call, thrown: unknown): unknown {
  // A hook of the caller's ky instance may have added a query.
  const query = parseUrl(sent.url)?.search ?? '';
  return safeCause(thrown, [
    ...Array.from(sent.headers).filter(([name]) => name !== 'accept' && name !== 'content-type'),
    ...settings.authorization.fixed,
    ...(options.headers ?? []),
    ...new URLSearchParams(query),
    // The error may contain the query values in their percent-encoded form.
    ...query
      .slice(1)
      .split('&')
      .map((pair) => ['', pair.replace(/^[^=]*=/, '')] as const),
  ]);
}

/**
 * Creates the error for a caller's function that failed.
 * @param what - Description of the failure.
 */
export function functionError(call: Call, what: string, thrown: unknown): NetworkError {
  const message = `${what}, so ${sentSoFar(call)}. See \`error.cause\`.`;
  return new NetworkError(message, call.facts, { cause: causeOf(call, thrown) });
}

function sentSoFar({ attempts }: Call): string {
  if (attempts === 0) return 'nothing was sent';
  return `nothing more was sent after ${attempts} request${attempts === 1 ? '' : 's'}`;
}

/** Returns the parts of a response that an error stores. */
function errorResponseOf({ status, headers }: ReceivedResponse, body: unknown): ErrorResponse {
  return { status, headers, body };
}

/**
 * Creates the error for a 2xx response whose body is not JSON.
 *
 * @param isStream - Whether the body was streamed.
 */
export function parseError({ facts }: Call, response: ReceivedResponse, isStream: boolean): ParseError {
  const { status, text } = response;
  // The message of the platform's `SyntaxError` is not used, because it would reveal the body.
  const what = `expected JSON, got ${isStream ? malformed : kindOf(text)}`;
  return new ParseError(
    `the body of the ${status} response is invalid: ${what}. Check that baseUrl points to the service (${facts.url}).`,
    facts,
    errorResponseOf(response, isStream ? undefined : text),
    { cause: new SyntaxError(what) },
  );
}

const malformed = 'malformed or truncated JSON';

/** Describes the kind of content that a body seems to be. */
function kindOf(text: string): string {
  const start = text.trimStart();
  if (start === '') return 'an empty body';
  if (/^<(!doctype )?html/i.test(start)) return 'an HTML page';
  if (start.startsWith('<')) return 'XML or HTML';
  return /^[[{"]/.test(start) ? malformed : 'text';
}

/**
 * Creates the error for a request or a response that differs from the interface.
 *
 * @param received - The response and its parsed body, if the error is about a response.
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
  const response = received && errorResponseOf(received.response, received.body);
  return new ValidationError(`${what}:${listIssues(issues)}`, call.facts, side, issues, response);
}

/**
 * Creates the error for an invalid argument of a method.
 *
 * @param path - Path of the invalid value within the input. The path is empty for the input itself.
 * @param expected - Description of the valid values.
 * @param received - The type of the invalid value.
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
 * Returns the error that a call rejects with. An error that is not a `MockServicesError` is wrapped in a
 * `NetworkError`. Any code may throw an unexpected error, because callers may pass values of the wrong type or replace
 * platform objects.
 */
export function toMockServicesError(call: Call, thrown: unknown): MockServicesError {
  if (thrown instanceof MockServicesError) return thrown;
  const message = 'the call failed in an unexpected way. See `error.cause`.';
  return new NetworkError(message, call.facts, { cause: causeOf(call, thrown) });
}
