import { listIssues } from '../contract/issue.ts';
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
} from '../errors.ts';
import { aborted, race, timedOut } from '../race.ts';
import { readHeader } from './body.ts';
import type { Call, Failure } from './context.ts';
import { said } from './said.ts';
import { isTransient as isTransientStatus } from './status.ts';

type FailureOf<Kind extends Failure['kind']> = Extract<Failure, { readonly kind: Kind }>;

/** Waits until the work settles, the call's signal aborts, or `ms` milliseconds of the limit have passed. */
export async function within<Value>(
  { options: { signal } }: Call,
  work: Promise<Value>,
  limit: TimeoutLimit,
  ms: number,
  waitingFor: () => string,
): Promise<Value | Failure> {
  const result = await race(work, signal, ms);
  if (result === aborted || signal?.aborted) return { kind: 'aborted' };
  return result === timedOut ? { kind: 'timeout', limit, waitingFor: waitingFor() } : result;
}

/** @throws what a function of the caller threw, unchanged, if Next controls its rendering by it */
export function errorOf(call: Call, failure: Failure): AnyMockServicesError {
  if ('thrown' in failure && isControlFlow(failure.thrown)) throw failure.thrown;
  const { facts, options } = call;
  switch (failure.kind) {
    case 'aborted': {
      const cause: unknown = options.signal?.reason;
      return new AbortError('the call was aborted by its signal.', facts, { cause });
    }
    case 'timeout': {
      const { limit, waitingFor } = failure;
      const message = `\`${limit}\` of ${options.limits[limit]} ms expired while waiting for ${waitingFor} (${facts.method} ${facts.url}).`;
      return new TimeoutError(message, facts, limit, call.lastError && { cause: call.lastError });
    }
    case 'callback': {
      const message = `${failure.what}, so ${sentSoFar(call)}. See \`error.cause\`.`;
      return new CallbackError(message, facts, { cause: failure.thrown });
    }
    case 'network':
      return networkError(call, failure);
    case 'status':
      return statusError(call, failure);
    case 'redirect':
      return redirectError(call, failure);
    case 'tooLong': {
      const { status, headers } = failure.response;
      const message = `the body of the ${status} response is longer than \`maxResponseBytes\` (${options.limits.maxResponseBytes}). Raise the limit.`;
      return new ParseError(message, facts, { status, headers, body: undefined });
    }
    case 'syntax':
      return syntaxError(call, failure);
    default:
      return validationError(call, failure);
  }
}

/**
 * Whether a function of the caller, or `fetch`, threw an error by which Next controls its rendering. Next recognizes it
 * by its `digest`, so it must not be wrapped or retried.
 */
export function isControlFlow(thrown: unknown): boolean {
  return typeof (thrown as { readonly digest?: unknown } | null | undefined)?.digest === 'string';
}

function sentSoFar({ attempts }: Call): string {
  if (attempts === 0) return 'nothing was sent';
  return `nothing more was sent after ${attempts} attempt${attempts === 1 ? '' : 's'}`;
}

/** @param credentials - What authenticated the request, such as "token". */
function hintOfStatus(status: number, credentials: string | undefined, hasId: boolean): string | undefined {
  const anonymous =
    credentials === undefined && 'The service requires valid credentials. Set `token` or `headers`.';
  switch (status) {
    case 401:
      return (
        anonymous || `The service rejected the ${credentials}. Check that it is correct and has not expired.`
      );
    case 403:
      return anonymous || `The ${credentials} does not permit this request.`;
    case 404:
      return hasId
        ? 'No resource has this id, or `baseUrl` does not point to the service.'
        : 'Nothing exists at this URL. Check `baseUrl`.';
    case 405:
      return 'The path does not allow this method. Check that `baseUrl` points to the service.';
    default:
      return undefined;
  }
}

function statusError(call: Call, { response, credentials }: FailureOf<'status'>): ApiError {
  const { status, headers, text } = response;
  const { facts, endpoint, attempts, secrets } = call;
  const retryAfterMs = retryAfterOf(headers);
  const body = parseLoosely(text);
  const isTlsPort = status === 400 && facts.url.startsWith('http:') && /\bHTTPS\b|SSL-enabled/.test(text);
  const hint = isTlsPort ? useTls : hintOfStatus(status, credentials, endpoint.path.includes(':'));
  const words = said(body, secrets);
  const message = [
    `the service responded with ${status}${attempts > 1 ? ` after ${attempts} attempts` : ''} (${facts.method} ${facts.url}).`,
    words && `It said "${words}"${/[.!?…]$/.test(words) ? '' : '.'}`,
    hint,
    !words && body !== undefined && 'See `error.body` for details.',
    retryAfterMs && `It asked to wait ${Math.ceil(retryAfterMs / 1000)} s before the next request.`,
  ];
  return new ApiError(message.filter(Boolean).join(' '), facts, { status, headers, body, retryAfterMs });
}

function retryAfterOf(headers: Headers): number | undefined {
  const header = readHeader(headers, 'retry-after');
  if (header === null) return undefined;
  // The clocks of the service and of this machine may differ.
  const sentAt = httpDate(readHeader(headers, 'date') ?? '') ?? Date.now();
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
  { facts }: Call,
  { response, reason }: FailureOf<'redirect'>,
): ApiError | NetworkError {
  const { status, headers } = response;
  const message = `the service responded with ${status || 'a hidden status'}, a redirect. ${reason}`;
  // In a page, the browser hides the status of a redirect.
  if (status === 0) return new NetworkError(message, facts);
  return new ApiError(message, facts, { status, headers, body: undefined });
}

function networkError(call: Call, { thrown, status }: FailureOf<'network'>): NetworkError {
  const { host, origin, protocol } = new URL(call.url);
  const what =
    status === undefined
      ? `no response from ${host}`
      : `the ${status} response from ${host} could not be read completely`;
  const chain = chainOf(thrown);
  const reason = reasonOf(chain);
  const hint =
    fakeHint(call, host, reason) ??
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
  return `Check that the service is running and allows requests from ${page} (CORS). For the fake server, set \`--cors-origin ${page}\`.`;
}

/** Returns the origin that the browser sends, which is `null` for a file. */
export function pageOrigin(): string | undefined {
  const page: { readonly location?: { readonly origin: string } } = globalThis;
  const origin = page.location?.origin;
  return origin === 'file://' ? 'null' : origin;
}

const useTls = 'If this port expects TLS, change `http:` to `https:` in `baseUrl`.';

interface SystemCode {
  readonly codes: RegExp;
  readonly hint?: string;
  /** Whether a plain HTTP request to a TLS port fails with one of these codes. */
  readonly isTlsLike?: true;
  /** Whether the connection or its TLS handshake failed, so that no request was sent. */
  readonly isNeverSent?: true;
  readonly isPermanent?: true;
}

/** Error codes with which operating systems, Node, undici and Bun report failures. The first matching row applies. */
const systemCodes: readonly SystemCode[] = [
  {
    codes: /^UnhandledRequest$/,
    hint: 'No MSW handler matched the request. Compare `baseUrl` with the base URL of the handlers.',
    isNeverSent: true,
    isPermanent: true,
  },
  {
    codes: /^BlockedPort$/,
    hint: '`fetch` does not connect to this port. Choose another port.',
    isNeverSent: true,
  },
  {
    codes: /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    hint: 'The connection closed before the response was complete.',
    isTlsLike: true,
  },
  {
    codes: /^(HPE_\w+|HTTPParserError|Malformed_HTTP_Response|InvalidHTTPResponse)$/,
    hint: "The server's response is not HTTP.",
    isTlsLike: true,
  },
  {
    codes: /^(ECONNREFUSED|ConnectionRefused)$/,
    hint: 'Nothing is listening there. Check that the service is running and that `baseUrl` is correct.',
    isNeverSent: true,
  },
  { codes: /^ENOTFOUND$/, hint: 'The host name is unknown. Check `baseUrl`.', isNeverSent: true },
  {
    codes: /^EAI_AGAIN$/,
    hint: 'The host name could not be resolved. Check the network connection.',
    isNeverSent: true,
  },
  {
    codes: /^UND_ERR_CONNECT_TIMEOUT$/,
    hint: 'The host did not accept a connection in time. Check `baseUrl`.',
    isNeverSent: true,
  },
  {
    codes: /^EPROTO$/,
    hint: 'The TLS handshake failed. Check that `http:` or `https:` in `baseUrl` fits the port.',
    isNeverSent: true,
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
    codes: /^(ERR_(TLS|SSL)_\w+|CERT_\w+|\w+_CERT\w*|FailedToOpenSocket)$/,
    isNeverSent: true,
  },
  {
    codes: /^UND_ERR_RES_CONTENT_LENGTH_MISMATCH$/,
    hint: 'The body is shorter than its content-length.',
  },
  { codes: /^(Z_(DATA|BUF)_ERROR|ZlibError)$/, hint: 'The compressed body is corrupt.' },
  { codes: /^(E[A-Z\d]{2,}|EAI_\w+|UND_ERR_\w+|Z_\w+|ERR_(STREAM|HTTP2)_\w+|Connection\w+)$/ },
];

/** Codes for errors that say only in their message what happened, most of them in Deno. The first matching row applies. */
const messageCodes: readonly (readonly [message: RegExp, code: string])[] = [
  // MSW throws this error instead of sending a request that no handler matches, if its strategy is `error`.
  [/^\[MSW\] Cannot bypass a request/, 'UnhandledRequest'],
  // The standard of `fetch` blocks some ports, such as 1.
  [/^bad port$|: Requests to port \d+ are blocked/, 'BlockedPort'],
  [/\(Connect\): .*refused/, 'ECONNREFUSED'],
  [/\(Connect\): dns error.*Temporary/, 'EAI_AGAIN'],
  [/\(Connect\): dns error/, 'ENOTFOUND'],
  [/\(Connect\): .*InvalidContentType/, 'ERR_SSL_WRONG_VERSION_NUMBER'],
  [/\(Connect\): invalid peer certificate: (Other|Unknown)/, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  [/client error \(Connect\)/, 'FailedToOpenSocket'],
  [/\(SendRequest\): invalid HTTP/, 'HTTPParserError'],
  [/\(SendRequest\): connection closed|^Connection reset by peer|^error reading a body/, 'ECONNRESET'],
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

function codeOf({ code, message }: SystemError): string | undefined {
  if (typeof code === 'string' && /^[A-Z]\w*$/.test(code)) return code;
  return messageCodes.find(([text]) => text.test(String(message)))?.[1];
}

/** Returns a code or a class name, because what others wrote into their messages may be secret. */
function reasonOf(chain: readonly SystemError[]): string {
  const code = chain.map(codeOf).find((known) => known !== undefined);
  if (code !== undefined) return code;
  const names = chain.map(({ name }) => (/^[A-Z]\w{0,50}$/.test(String(name)) ? String(name) : undefined));
  // The innermost name that says more than `Error`.
  return names.findLast((name) => name !== undefined && name !== 'Error') ?? names.at(-1) ?? 'unknown reason';
}

/**
 * Whether another attempt may succeed. If neither ky nor a system error code indicates a network failure, the cause is a
 * programming error.
 */
export function isTransient(failure: Failure): boolean {
  if (failure.kind === 'status') return isTransientStatus(failure.response.status);
  if (failure.kind !== 'network') return false;
  const known = chainOf(failure.thrown).flatMap((link) => systemCodeOf(codeOf(link)) ?? []);
  if (known.some(({ isPermanent }) => isPermanent)) return false;
  return failure.isNetworkFailure || known.length > 0;
}

/** Whether `fetch` failed while looking up the host or connecting to it. */
export function isNeverSent(thrown: unknown): boolean {
  return chainOf(thrown).some(
    (link) =>
      systemCodeOf(codeOf(link))?.isNeverSent ||
      refusedByProxy.test(String(link.message)) ||
      /^(connect$|getaddrinfo|query)/.test(String(link.syscall ?? link.erroredSysCall)),
  );
}

function syntaxError({ facts }: Call, { response }: FailureOf<'syntax'>): ParseError {
  const { status, headers, text } = response;
  // The message of the platform's `SyntaxError` would quote the body.
  const what = `expected JSON, got ${kindOf(text)}`;
  const message = `the body of the ${status} response is invalid: ${what}. Check that \`baseUrl\` points to the service (${facts.url}).`;
  return new ParseError(message, facts, { status, headers, body: text }, { cause: new SyntaxError(what) });
}

const malformed = 'malformed or truncated JSON';

function kindOf(text: string): string {
  const start = text.trimStart();
  if (start === '') return 'an empty body';
  if (/^<(!doctype )?html/i.test(start)) return 'an HTML page';
  if (start.startsWith('<')) return 'XML or HTML';
  return /^[[{"]/.test(start) ? malformed : 'text';
}

function validationError({ facts }: Call, failure: FailureOf<'invalid'>): ValidationError {
  const { issues, response, body, advice = '' } = failure;
  const details = `${listIssues(issues)}${advice}`;
  if (!response) {
    const message = `the request differs from the interface, so nothing was sent:${details}`;
    return new ValidationError(message, facts, 'request', issues);
  }
  const { status, headers } = response;
  const message = `the response differs from the interface:${details}`;
  return new ValidationError(message, facts, 'response', issues, { status, headers, body });
}
