import { NetworkError } from '../errors.ts';
import { fakeHost } from '../service-address.ts';
import { type Call, type Failure, factsOf } from './call.ts';
import { isTransient as isTransientStatus } from '../status.ts';

export function networkError(
  call: Call,
  { thrown, status }: Extract<Failure, { readonly kind: 'network' }>,
): NetworkError {
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
  return new NetworkError(`${what} (${reason}). ${hint}`, factsOf(call), { cause: thrown, status });
}

function fakeHint({ settings }: Call, host: string, code: string): string | undefined {
  const isUnknown = code === 'ENOTFOUND' || code === 'EAI_AGAIN';
  if (host !== fakeHost || !isUnknown || settings.fetch || settings.isCustomKy) return undefined;
  return `\`${fakeHost}\` is the default address of the fake server. Pass \`fetch: fake.fetch\` to \`createClient\`.`;
}

/** Suggests checking CORS, because a browser hides from the page why a cross-origin request failed. */
function crossOriginHint(origin: string, status: number | undefined): string | undefined {
  const page = pageOrigin();
  if (page === undefined || page === origin || status !== undefined) return undefined;
  return `Check that the service is running and allows requests from ${page} (CORS). For the fake server, set \`--cors-origin ${page}\`.`;
}

/** Returns the origin of the page. For a local file, browsers send the origin `null`. */
export function pageOrigin(): string | undefined {
  const page: { readonly location?: { readonly origin: string } } = globalThis;
  const origin = page.location?.origin;
  return origin === 'file://' ? 'null' : origin;
}

export const useTls = 'If this port expects TLS, change `http:` to `https:` in `baseUrl`.';

interface SystemCode {
  readonly codes: RegExp;
  readonly hint?: string;
  /** Whether a plain HTTP request to a TLS port fails with one of these codes. */
  readonly isTlsLike?: true;
  /** Whether no request was sent, because the connection or the TLS handshake failed. */
  readonly isNeverSent?: true;
  readonly isPermanent?: true;
}

/** The first matching row applies. */
const systemCodes: readonly SystemCode[] = [
  {
    codes: /^UnhandledRequest$/,
    hint: 'No MSW handler matched the request. Compare `baseUrl` with the base URL of the handlers.',
    isNeverSent: true,
    isPermanent: true,
  },
  {
    codes: /^(ECONNREFUSED|ConnectionRefused)$/,
    hint: 'Nothing is listening there. Check that the service is running and that `baseUrl` is correct.',
    isNeverSent: true,
  },
  {
    codes: /^(ENOTFOUND|EAI_AGAIN)$/,
    hint: 'The host name could not be resolved. Check `baseUrl` and the network connection.',
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
    codes: /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/,
    hint: 'The server at this port does not use TLS. Change `https:` to `http:` in `baseUrl`.',
    isNeverSent: true,
  },
  {
    codes: /^EPROTO$/,
    hint: 'The TLS handshake failed. Check that `http:` or `https:` in `baseUrl` fits the port.',
    isNeverSent: true,
  },
  {
    codes: /SELF_SIGNED_CERT|^UNABLE_TO_/,
    hint: "The service's certificate is not trusted. In Node, start the program with `NODE_EXTRA_CA_CERTS=<file>`. The file contains the certificate of the authority, or the service's own if it is self-signed.",
    isNeverSent: true,
  },
  {
    codes:
      /^(ERR_(TLS|SSL)_\w+|CERT_\w+|\w+_CERT\w*|UND_ERR_CONNECT_TIMEOUT|FailedToOpenSocket|BlockedPort)$/,
    isNeverSent: true,
  },
  { codes: /^(E[A-Z\d]{2,}|EAI_\w+|UND_ERR_\w+|Z_\w+|ZlibError|ERR_(STREAM|HTTP2)_\w+|Connection\w+)$/ },
];

/** Error messages, mostly of Deno, that identify a failure without a code. The first matching row applies. */
const messageCodes: readonly (readonly [message: RegExp, code: string])[] = [
  // With the strategy `error`, MSW throws this error for a request without a matching handler.
  [/^\[MSW\] Cannot bypass a request/, 'UnhandledRequest'],
  // `fetch` blocks some ports, such as 6000.
  [/^bad port$|: Requests to port \d+ are blocked/, 'BlockedPort'],
  [/\(Connect\): .*refused/, 'ECONNREFUSED'],
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

/**
 * If a proxy refuses to connect, the error message is the only place where undici's `ProxyAgent` reports the status.
 */
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
  /** Name of `syscall` in errors of node-fetch. */
  readonly erroredSysCall?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** Returns at most ten errors, because a chain of causes may be circular. */
function chainOf(error: unknown): SystemError[] {
  const links: SystemError[] = [];
  for (let link = error; typeof link === 'object' && link !== null && links.length < 10;) {
    const { cause, errors } = link as SystemError;
    links.push(link);
    // If all addresses of a host fail, Node throws an `AggregateError`, of which the first error is sufficient.
    link = cause ?? (Array.isArray(errors) ? (errors[0] as unknown) : undefined);
  }
  return links;
}

function codeOf({ code, message }: SystemError): string | undefined {
  if (typeof code === 'string' && /^[A-Z]\w*$/.test(code)) return code;
  return messageCodes.find(([text]) => text.test(String(message)))?.[1];
}

/** Returns a code or a class name instead of the message, because a message may contain secrets. */
function reasonOf(chain: readonly SystemError[]): string {
  const code = chain.map(codeOf).find((known) => known !== undefined);
  if (code !== undefined) return code;
  const names = chain.map(({ name }) => (/^[A-Z]\w{0,50}$/.test(String(name)) ? String(name) : undefined));
  return names.findLast((name) => name !== undefined && name !== 'Error') ?? names.at(-1) ?? 'unknown reason';
}

/** Whether another attempt may succeed. An error without signs of a network failure is a programming error. */
export function isTransient(failure: Failure): boolean {
  if (failure.kind === 'status') return isTransientStatus(failure.response.status);
  if (failure.kind !== 'network') return false;
  const known = chainOf(failure.thrown).flatMap((link) => systemCodeOf(codeOf(link)) ?? []);
  if (known.some(({ isPermanent }) => isPermanent)) return false;
  return failure.isNetworkFailure || known.length > 0;
}

/**
 * Whether Next controls its rendering by this error. Next recognizes such an error by its `digest`, so the client must
 * neither wrap the error nor retry.
 */
export function isControlFlow(thrown: unknown): boolean {
  return typeof (thrown as { readonly digest?: unknown } | null | undefined)?.digest === 'string';
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
