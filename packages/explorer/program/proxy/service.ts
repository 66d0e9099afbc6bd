import { validateHeaderName, validateHeaderValue } from 'node:http';

/** A service, with the headers that the program adds to each request. */
export interface Service {
  /** Base URL without credentials and without a trailing slash, for display. */
  readonly name: string;
  readonly origin: string;
  /** Path of the base URL without a trailing slash, or an empty string if the base URL has no path. */
  readonly basePath: string;
  /** Headers that replace the page's headers of the same name. They may contain credentials, so they are never displayed. */
  readonly headers: Headers;
  /** Whether `headers` contains a token that was entered in the page. */
  readonly hasEnteredToken: boolean;
}

/** Names of connection-specific headers (RFC 9110 §7.6.1) and headers that delimit the body. */
export const connectionHeaders: ReadonlySet<string> = new Set(
  'connection content-length expect host keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);

/**
 * Parses the base URL of a service. Converts a user name and password in the URL to an `Authorization` header, unless `record`
 * already contains that header.
 *
 * @throws {TypeError} if the URL or a header is invalid. The message contains no credentials.
 */
export function parseService(baseUrl: string, record: Readonly<Record<string, string>>): Service {
  const url = URL.parse(baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new TypeError(expected(baseUrl));
  const { origin, pathname, search, hash, username, password } = url;
  if (search !== '' || hash !== '')
    throw new TypeError(
      'The service URL must not contain a query or fragment. Remove the part that starts with ? or #.',
    );
  const headers = headersFrom(record);
  if (username + password !== '' && !headers.has('authorization'))
    headers.set(
      'authorization',
      `Basic ${Buffer.from(decoded(`${username}:${password}`)).toString('base64')}`,
    );
  const basePath = pathname.replace(/\/+$/, '');
  return { name: origin + basePath, origin, basePath, headers, hasEnteredToken: false };
}

/** Returns a copy of the service with the entered token, or `undefined` if HTTP does not allow the token. */
export function withEnteredToken(service: Service, token: string): Service | undefined {
  const headers = new Headers(service.headers);
  return setToken(headers, token) ? { ...service, headers, hasEnteredToken: true } : undefined;
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

/** Returns the message for an invalid URL, with a suggestion if the URL is a host without a scheme (`localhost:4600`). */
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
