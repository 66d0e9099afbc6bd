/** The service to which the program forwards requests. */
import { randomUUID } from 'node:crypto';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { secretsIn } from './redact.ts';

/** A service, with the headers that the program adds to each request. */
export interface Service {
  /** Base URL without credentials and without a trailing slash, for display. */
  readonly name: string;
  readonly origin: string;
  /** Path of the base URL without a trailing slash, or an empty string if the base URL has no path. */
  readonly basePath: string;
  /**
   * Headers that replace the page's headers of the same name. The values are never displayed, because headers may contain
   * credentials.
   */
  readonly headers: Headers;
  /** Current and replaced credentials to remove from error responses, sorted from longest to shortest. */
  readonly secrets: readonly string[];
  /** Whether `headers` contains a token that was entered in the page. */
  readonly hasEnteredToken: boolean;
  /** Id of the running program. The program adds this id to forwarded requests to detect loops. */
  readonly id: string;
}

/** Names of connection-specific headers (RFC 9110 §7.6.1) and headers that delimit the body. */
export const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Parses the base URL of a service. Converts a user name and password in the URL to an `Authorization` header, unless
 * `headers` already contains that header.
 *
 * @throws {TypeError} if the URL or a header is invalid. The message contains no credentials.
 */
export function parseService(baseUrl: string, headers: Readonly<Record<string, string>>): Service {
  const { protocol, origin, pathname, search, hash, username, password } = parseBaseUrl(baseUrl);
  if (!/^https?:$/.test(protocol)) throw new TypeError(expected(baseUrl));
  if (search !== '' || hash !== '')
    throw new TypeError(
      'The service URL must not contain a query or fragment. Remove the part that starts with ? or #.',
    );
  const all = headersFrom(headers);
  if (username + password !== '' && !all.has('authorization'))
    all.set('authorization', `Basic ${Buffer.from(decoded(`${username}:${password}`)).toString('base64')}`);
  const basePath = pathname.replace(/\/+$/, '');
  const name = origin + basePath;
  const secrets = secretsIn(all);
  return { name, origin, basePath, headers: all, secrets, hasEnteredToken: false, id: randomUUID() };
}

/**
 * Returns a copy of the service whose `Authorization` header contains the entered token, or `undefined` if the token contains
 * characters that HTTP does not allow.
 */
export function withEnteredToken(service: Service, token: string): Service | undefined {
  const headers = new Headers(service.headers);
  if (!setToken(headers, token)) return undefined;
  return { ...service, headers, secrets: secretsIn(headers), hasEnteredToken: true };
}

/** Whether an explorer that listens on `port` has the same address as the service. */
export function isExplorerAt(port: number, { origin }: Service): boolean {
  const { protocol, hostname, port: servicePort } = new URL(origin);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '0.0.0.0';
  return protocol === 'http:' && isLocal && Number(servicePort || 80) === port;
}

/** Sets a header. Returns `false` if the header is invalid, instead of throwing Node's error, which contains the value. */
export function setHeader(headers: Headers, name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    headers.set(name, value);
    return true;
  } catch {
    return false;
  }
}

/** Sets a bearer token. Returns `false` if the token is empty or contains spaces or characters that HTTP does not allow. */
export function setToken(headers: Headers, token: string): boolean {
  return token !== '' && !/\s/.test(token) && setHeader(headers, 'authorization', `Bearer ${token}`);
}

function headersFrom(record: Readonly<Record<string, string>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(record)) {
    if (connectionHeaders.has(name.toLowerCase()))
      throw new TypeError(
        `The header ${name} cannot be set, because HTTP manages it for each connection. Remove it.`,
      );
    if (!setHeader(headers, name, value))
      throw new TypeError(
        `The header ${name} is invalid. Expected a name and a value without line breaks or control characters.`,
      );
  }
  return headers;
}

function parseBaseUrl(baseUrl: string): URL {
  if (!URL.canParse(baseUrl)) throw new TypeError(expected(baseUrl));
  return new URL(baseUrl);
}

/**
 * Returns the error message for an invalid URL, with a suggestion if the URL is a host without a scheme (`localhost:4600`).
 */
function expected(baseUrl: string): string {
  const candidate = `http://${baseUrl}`;
  const isHost = /^[\w.-]+(?::\d+)?(?:\/[\w./~-]*)?$/.test(baseUrl) && URL.canParse(candidate);
  const hint = isHost ? ` Did you mean ${candidate}?` : '';
  return `The service URL must be an absolute http or https URL such as https://mocks.example.com/api.${hint}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
