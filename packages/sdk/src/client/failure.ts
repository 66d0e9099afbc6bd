import { type Issue, listIssues, locate } from '../contract/issue.ts';
import {
  AbortError,
  type AnyMockServicesError,
  ApiError,
  CallbackError,
  NetworkError,
  ParseError,
  TimeoutError,
  type TimeoutLimit,
  ValidationError,
  type ValidationSide,
} from '../errors.ts';
import type { Call, ReceivedResponse } from './context.ts';

/** Why an attempt produced no response that the call can use. */
export type Failure =
  | { readonly kind: 'aborted' }
  | { readonly kind: 'timeout'; readonly limit: TimeoutLimit; readonly waitingFor: string }
  | { readonly kind: 'callback'; readonly what: string; readonly thrown: unknown }
  | NetworkFailure
  | { readonly kind: 'redirect'; readonly response: ResponseHead; readonly reason: string }
  | { readonly kind: 'tooLong'; readonly response: ResponseHead };

interface NetworkFailure {
  readonly kind: 'network';
  readonly thrown: unknown;
  /** Status, if the connection was lost after the response headers arrived. */
  readonly status: number | undefined;
  /** False for a programming error in `fetch`, which is not retried. */
  readonly isNetworkFailure: boolean;
}

type ResponseHead = Pick<ReceivedResponse, 'status' | 'headers'>;

export function errorOf(call: Call, failure: Failure): AnyMockServicesError {
  switch (failure.kind) {
    case 'aborted':
      return abortError(call);
    case 'timeout':
      return timeoutError(call, failure.limit, failure.waitingFor);
    case 'callback':
      return callbackError(call, failure.what, failure.thrown);
    case 'network':
      return networkError(call, failure.thrown, failure.status);
    case 'redirect':
      return redirectError(call, failure.response, failure.reason);
    default:
      return tooLongError(call, failure.response);
  }
}

/**
 * Whether a function of the caller, or `fetch`, threw an error by which Next controls its rendering. Next recognizes it
 * by its `digest`, so it must not be wrapped or retried.
 */
export function isControlFlow(thrown: unknown): boolean {
  return typeof (thrown as { readonly digest?: unknown } | null | undefined)?.digest === 'string';
}

export function abortError(call: Call): AbortError {
  const cause: unknown = call.options.signal?.reason;
  return new AbortError('the call was aborted by its signal.', call.facts, { cause });
}

export function timeoutError(call: Call, limit: TimeoutLimit, waitingFor: string): TimeoutError {
  const { facts, options, lastError } = call;
  const message = `\`${limit}\` of ${options.limits[limit]} ms expired while waiting for ${waitingFor} (${facts.method} ${facts.url}).`;
  return new TimeoutError(message, facts, limit, lastError && { cause: lastError });
}

/** @param what - Says which of the caller's functions failed, and how. */
export function callbackError(call: Call, what: string, thrown: unknown): CallbackError {
  return new CallbackError(`${what}, so ${sentSoFar(call)}. See \`error.cause\`.`, call.facts, {
    cause: thrown,
  });
}

function sentSoFar({ attempts }: Call): string {
  if (attempts === 0) return 'nothing was sent';
  return `nothing more was sent after ${attempts} attempt${attempts === 1 ? '' : 's'}`;
}

const unauthorized = 'The service requires valid credentials. Set `token` or `headers`.';

const hints: Readonly<Record<number, string>> = {
  401: unauthorized,
  403: unauthorized,
  404: 'Nothing exists at this URL. Check `baseUrl`.',
  405: 'The path does not allow this method. Check that `baseUrl` points to the service.',
};

/** @param credentials - What authenticated the request, such as "token". */
function credentialsHint(status: number, credentials: string): string | undefined {
  if (status === 403) return `The ${credentials} does not permit this request.`;
  if (status !== 401) return undefined;
  return `The service rejected the ${credentials}. Check that it is correct and has not expired.`;
}

export function responseError(
  call: Call,
  { status, headers, text }: ReceivedResponse,
  credentials: string | undefined,
): ApiError {
  const { facts, endpoint, attempts } = call;
  const retryAfterMs = retryAfterOf(headers);
  const body = parseLoosely(text);
  const isTlsPort = status === 400 && facts.url.startsWith('http:') && /\bHTTPS\b|SSL-enabled/.test(text);
  const hint =
    (isTlsPort && useTls) ||
    (credentials !== undefined && credentialsHint(status, credentials)) ||
    (status === 404 && endpoint.path.includes(':') && unknownId) ||
    hints[status];
  const message = [
    `the service responded with ${status}${attempts > 1 ? ` after ${attempts} attempts` : ''} (${facts.method} ${facts.url}).`,
    hint,
    body !== undefined && 'See `error.body` for details.',
    retryAfterMs && `It asked to wait ${Math.ceil(retryAfterMs / 1000)} s before the next request.`,
  ];
  return new ApiError(message.filter(Boolean).join(' '), facts, { status, headers, body, retryAfterMs });
}

const unknownId = 'No resource has this id, or `baseUrl` does not point to the service.';

function retryAfterOf(headers: Headers): number | undefined {
  const header = headers.get('retry-after');
  if (header === null) return undefined;
  // The clocks of the service and of this machine may differ.
  const sentAt = httpDate(headers.get('date') ?? '') ?? Date.now();
  const date = httpDate(header);
  const ms = /^\d+(\.\d+)?$/.test(header) ? Number(header) * 1000 : date && date - sentAt;
  return ms === undefined ? undefined : Math.min(Math.max(0, ms), Number.MAX_SAFE_INTEGER);
}

/** `Date.parse` alone would accept many strings that are not HTTP dates (RFC 9110 §5.6.7). */
function httpDate(text: string): number | undefined {
  const ms = text.endsWith(' GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

function parseLoosely(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function redirectError(
  call: Call,
  { status, headers }: ResponseHead,
  reason: string,
): ApiError | NetworkError {
  const message = `the service responded with ${status || 'a hidden status'}, a redirect. ${reason}`;
  // In a page, the browser hides the status of a redirect.
  if (status === 0) return new NetworkError(message, call.facts);
  return new ApiError(message, call.facts, { status, headers, body: undefined });
}

function tooLongError(call: Call, { status, headers }: ResponseHead): ParseError {
  const { maxResponseBytes } = call.options.limits;
  const message = `the body of the ${status} response is longer than \`maxResponseBytes\` (${maxResponseBytes}). Raise the limit, or read the log with \`activity.stream\`.`;
  return new ParseError(message, call.facts, { status, headers, body: undefined });
}

function networkError(call: Call, thrown: unknown, status: number | undefined): NetworkError {
  const { host, origin, protocol } = new URL(call.url);
  const what =
    status === undefined
      ? `no response from ${host}`
      : `the ${status} response from ${host} could not be read completely`;
  const chain = chainOf(thrown);
  const reason = reasonOf(chain);
  const hint =
    fakeHint(call, host, reason) ??
    mswHint(chain) ??
    blockedPortHint(chain) ??
    proxyHint(chain) ??
    hintFor(reason, protocol === 'http:' && status === undefined) ??
    crossOriginHint(origin, status) ??
    'See `error.cause`.';
  return new NetworkError(`${what} (${reason}). ${hint}`, call.facts, { cause: thrown, status });
}

/** Host name in the default base URL of fake servers. The host does not exist. */
const fakeHost = 'mock-services.test';

function fakeHint({ settings }: Call, host: string, code: string): string | undefined {
  const isUnknown = code === 'ENOTFOUND' || code === 'EAI_AGAIN';
  if (host !== fakeHost || !isUnknown || settings.fetch || settings.isCustomKy) return undefined;
  return `\`${fakeHost}\` is the default address of the fake server. Pass \`fetch: fake.fetch\` to \`createClient\`.`;
}

/** Suggests checking CORS, because a browser does not tell a page why a cross-origin request failed. */
function crossOriginHint(origin: string, status: number | undefined): string | undefined {
  const page = pageOrigin();
  if (page === undefined || page === origin || status !== undefined) return undefined;
  return `Check that the service is running and allows requests from ${page} (CORS). For the fake server, set --cors-origin.`;
}

export function pageOrigin(): string | undefined {
  const page: { readonly location?: { readonly origin: string } } = globalThis;
  return page.location?.origin;
}

const useTls = 'If this port expects TLS, change `http:` to `https:` in `baseUrl`.';

interface SystemCode {
  readonly codes: RegExp;
  readonly hint?: string;
  /** Whether a plain HTTP request to a TLS port fails with one of these codes. */
  readonly isTlsLike?: true;
  /** Whether the connection or its TLS handshake failed, so that no request was sent. */
  readonly isNeverSent?: true;
}

/** Error codes with which operating systems, Node, undici and Bun report failed connections. The first matching row applies. */
const systemCodes: readonly SystemCode[] = [
  {
    codes: /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    hint: 'The connection closed before the response was complete.',
    isTlsLike: true,
  },
  { codes: /^(HPE_\w+|HTTPParserError)$/, hint: "The server's response is not HTTP.", isTlsLike: true },
  {
    codes: /^ECONNREFUSED$/,
    hint: 'Nothing is listening there. Check that the service is running and that `baseUrl` is correct.',
  },
  { codes: /^ENOTFOUND$/, hint: 'The host name is unknown. Check `baseUrl`.' },
  {
    codes: /^EAI_AGAIN$/,
    hint: 'The host name could not be resolved. Check the network connection.',
  },
  {
    codes: /^UND_ERR_CONNECT_TIMEOUT$/,
    hint: 'The host did not accept a connection in time. Check `baseUrl`.',
    isNeverSent: true,
  },
  {
    codes: /^EPROTO$/,
    hint: 'The TLS handshake failed. Check that `http:` or `https:` in `baseUrl` fits the port.',
  },
  {
    codes: /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/,
    hint: 'The server at this port does not use TLS. Change `https:` to `http:` in `baseUrl`.',
    isNeverSent: true,
  },
  {
    codes: /SELF_SIGNED_CERT|^UNABLE_TO_/,
    hint: "The service's certificate is not trusted. In Node, start the program with `NODE_EXTRA_CA_CERTS=<file>`. The file contains the certificate of the authority, or the service's own if it is self-signed.",
    isNeverSent: true,
  },
  {
    codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    hint: "The service's certificate is for another host. Check `baseUrl`.",
    isNeverSent: true,
  },
  { codes: /^CERT_HAS_EXPIRED$/, hint: "The service's certificate has expired.", isNeverSent: true },
  {
    codes: /^(ERR_(TLS|SSL)_\w+|CERT_\w+|\w+_CERT\w*|ConnectionRefused|FailedToOpenSocket)$/,
    isNeverSent: true,
  },
  {
    codes: /^UND_ERR_RES_CONTENT_LENGTH_MISMATCH$/,
    hint: 'The body is shorter than its content-length.',
  },
  { codes: /^Z_(DATA|BUF)_ERROR$/, hint: 'The compressed body is corrupt.' },
  { codes: /^(E[A-Z\d]{2,}|EAI_\w+|UND_ERR_\w+|Z_\w+|ERR_(STREAM|HTTP2)_\w+|Connection\w+)$/ },
];

function systemCodeOf(code: string | undefined): SystemCode | undefined {
  return code === undefined ? undefined : systemCodes.find(({ codes }) => codes.test(code));
}

function hintFor(code: string, mayExpectTls: boolean): string | undefined {
  const { hint, isTlsLike } = systemCodeOf(code) ?? {};
  return isTlsLike && mayExpectTls ? `${hint} ${useTls}` : hint;
}

/** If a proxy refuses to connect, undici's `ProxyAgent` reports the status only in this message. */
const refusedByProxy = /^Proxy response \((\d+)\)/;

function proxyHint(chain: readonly SystemError[]): string | undefined {
  const status = chain.map(({ message }) => refusedByProxy.exec(String(message))?.[1]).find(Boolean);
  return (
    status && `The proxy refused to connect, with the status ${status}. Check its address and credentials.`
  );
}

/** What MSW throws instead of sending a request that no handler matches, if its strategy is `error`. */
const unhandledByMsw = /^\[MSW\] Cannot bypass a request/;

function mswHint(chain: readonly SystemError[]): string | undefined {
  if (!chain.some(({ message }) => unhandledByMsw.test(String(message)))) return undefined;
  return 'No MSW handler matched the request. Compare `baseUrl` with the base URL of the handlers.';
}

/** What Node throws for a port that the standard of `fetch` blocks, such as 1. */
function blockedPortHint(chain: readonly SystemError[]): string | undefined {
  if (!chain.some(({ message }) => message === 'bad port')) return undefined;
  return '`fetch` does not connect to this port. Choose another port.';
}

interface SystemError {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly syscall?: unknown;
  /** node-fetch's name for `syscall`. */
  readonly erroredSysCall?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** Stops after ten errors, because a chain of causes may be circular. */
function chainOf(error: unknown): SystemError[] {
  const links: SystemError[] = [];
  for (let link = error; typeof link === 'object' && link !== null && links.length < 10;) {
    const { cause, errors } = link as SystemError;
    links.push(link);
    // If all addresses of a host fail, Node reports the errors in an `AggregateError`. The first one is enough.
    link = cause ?? (Array.isArray(errors) ? (errors[0] as unknown) : undefined);
  }
  return links;
}

function codeOf({ code }: SystemError): string | undefined {
  return typeof code === 'string' && /^[A-Z]\w*$/.test(code) ? code : undefined;
}

/** Returns a code or a class name, because what others wrote into their messages may be secret. */
function reasonOf(chain: readonly SystemError[]): string {
  const code = chain.map(codeOf).find((known) => known !== undefined);
  if (code !== undefined) return code;
  const names = chain.map(({ name }) => (/^[A-Z]\w{0,50}$/.test(String(name)) ? String(name) : undefined));
  // The innermost name that says more than `Error`.
  return names.findLast((name) => name !== undefined && name !== 'Error') ?? names.at(-1) ?? 'unknown reason';
}

/** Whether ky or a system error code indicates a network failure. Any other error is a programming error. */
export function isTransient(failure: Failure | ReceivedResponse): boolean {
  if (!('kind' in failure) || failure.kind !== 'network') return false;
  const chain = chainOf(failure.thrown);
  if (mswHint(chain) !== undefined) return false;
  return failure.isNetworkFailure || chain.some((link) => systemCodeOf(codeOf(link)));
}

/** Whether `fetch` failed while looking up the host or connecting to it. */
export function isNeverSent(thrown: unknown): boolean {
  return chainOf(thrown).some(
    (link) =>
      systemCodeOf(codeOf(link))?.isNeverSent ||
      refusedByProxy.test(String(link.message)) ||
      unhandledByMsw.test(String(link.message)) ||
      /^(connect$|getaddrinfo|query)/.test(String(link.syscall ?? link.erroredSysCall)),
  );
}

export function parseError({ facts }: Call, response: ReceivedResponse, isStream: boolean): ParseError {
  const { status, headers, text } = response;
  // The message of the platform's `SyntaxError` would quote the body.
  const what = `expected JSON, got ${isStream ? malformed : kindOf(text)}`;
  const message = `the body of the ${status} response is invalid: ${what}. Check that \`baseUrl\` points to the service (${facts.url}).`;
  const body = isStream ? undefined : text;
  return new ParseError(message, facts, { status, headers, body }, { cause: new SyntaxError(what) });
}

const malformed = 'malformed or truncated JSON';

function kindOf(text: string): string {
  const start = text.trimStart();
  if (start === '') return 'an empty body';
  if (/^<(!doctype )?html/i.test(start)) return 'an HTML page';
  if (start.startsWith('<')) return 'XML or HTML';
  return /^[[{"]/.test(start) ? malformed : 'text';
}

export function validationError(
  call: Call,
  side: ValidationSide,
  issues: readonly Issue[],
  received?: { readonly response: ReceivedResponse; readonly body: unknown },
  advice = '',
): ValidationError {
  const what =
    side === 'response'
      ? 'the response differs from the interface'
      : 'the request differs from the interface, so nothing was sent';
  const response = received && {
    status: received.response.status,
    headers: received.response.headers,
    body: received.body,
  };
  return new ValidationError(`${what}:${listIssues(issues)}${advice}`, call.facts, side, issues, response);
}

export function invalidArgument(
  call: Call,
  keys: readonly PropertyKey[],
  expected: string,
  received: string,
): ValidationError {
  return validationError(call, 'request', [{ ...locate(keys), expected, received }]);
}
