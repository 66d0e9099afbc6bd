/** The service that requests are passed on to. */
import { randomUUID } from 'node:crypto';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { secretsIn } from './redact.ts';

/** A service, with the headers that the program adds to each request. */
export interface Service {
  /** Base URL without credentials and without a trailing slash, for display. */
  readonly name: string;
  readonly origin: string;
  /** Path of the base URL without a trailing slash; empty if the base URL has no path. */
  readonly basePath: string;
  /** Headers that replace those of the page. They are never shown. */
  readonly headers: Headers;
  /** Credentials in `headers`, and those that a token has replaced. They are removed from responses; the longest first. */
  readonly secrets: readonly string[];
  /** Whether `headers` contain a token that was entered in the page. */
  readonly hasEnteredToken: boolean;
  /** Identifies the program in the requests that it passes on, so that it recognizes a loop. */
  readonly id: string;
}

/** Headers that concern a connection rather than a request (RFC 9110 §7.6.1), and headers that frame a body. */
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
 * Reads the base URL of a service. A user name and password in the URL become a header, unless `headers` contains that header.
 *
 * @throws {TypeError} for a URL or a header that cannot be used; the message contains no credentials.
 */
export function parseService(baseUrl: string, headers: Readonly<Record<string, string>>): Service {
  const { protocol, origin, pathname, search, hash, username, password } = parseBaseUrl(baseUrl);
  if (!/^https?:$/.test(protocol)) throw new TypeError(expected(baseUrl));
  if (search !== '' || hash !== '')
    throw new TypeError('The service URL must end with its path: leave out what follows ? or #.');
  const all = headersFrom(headers);
  if (username + password !== '' && !all.has('authorization'))
    all.set('authorization', `Basic ${Buffer.from(decoded(`${username}:${password}`)).toString('base64')}`);
  const basePath = pathname.replace(/\/+$/, '');
  const name = origin + basePath;
  const secrets = secretsIn(all);
  return { name, origin, basePath, headers: all, secrets, hasEnteredToken: false, id: randomUUID() };
}

/**
 * The service with a token that was entered in the page, in place of its own `Authorization`. Returns `undefined` if HTTP cannot
 * carry the token.
 */
export function withEnteredToken(service: Service, token: string): Service | undefined {
  const headers = new Headers(service.headers);
  if (!setToken(headers, token)) return undefined;
  return { ...service, headers, secrets: secretsIn(headers), hasEnteredToken: true };
}

/** Whether a service has the address that the explorer has on a port. */
export function isExplorerAt(port: number, { origin }: Service): boolean {
  const { protocol, hostname, port: servicePort } = new URL(origin);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '0.0.0.0';
  return protocol === 'http:' && isLocal && Number(servicePort || 80) === port;
}

/** Sets a header. Returns `false` if HTTP cannot carry it. Errors of Node would contain the value. */
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

/** Sets a bearer token. Returns `false` for an empty token, and for one with spaces or characters that HTTP cannot carry. */
export function setToken(headers: Headers, token: string): boolean {
  return token !== '' && !/\s/.test(token) && setHeader(headers, 'authorization', `Bearer ${token}`);
}

function headersFrom(record: Readonly<Record<string, string>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(record)) {
    if (connectionHeaders.has(name.toLowerCase()))
      throw new TypeError(`The header ${name} is set by the connection.`);
    if (!setHeader(headers, name, value))
      throw new TypeError(`The header ${name} has a name or a value that HTTP cannot carry.`);
  }
  return headers;
}

function parseBaseUrl(baseUrl: string): URL {
  if (!URL.canParse(baseUrl)) throw new TypeError(expected(baseUrl));
  return new URL(baseUrl);
}

/** A host alone, such as `localhost:4600`, is not a URL, or is a URL with another scheme. */
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
