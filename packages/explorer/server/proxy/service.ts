import { isHeaderValue, readBaseUrl, tokenProblem } from '@mock-services/sdk/seed';

export interface Service {
  /** Base URL for display, without credentials and without a trailing slash. */
  readonly name: string;
  readonly origin: string;
  /** Path of the base URL without a trailing slash, or an empty string if the base URL has no path. */
  readonly basePath: string;
  /**
   * Headers that replace the page's headers of the same name, and are never displayed, because they may contain
   * credentials.
   */
  readonly headers: Headers;
}

/** Names of connection-specific headers (RFC 9110 §7.6.1) and headers that delimit the body. */
export const connectionHeaders: ReadonlySet<string> = new Set(
  'connection content-length expect host keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);

/**
 * Converts a user name and password in the URL to an `Authorization` header, unless `record` contains this header.
 *
 * @throws {TypeError} if the URL or a header is invalid. The message contains no credentials.
 */
export function parseService(baseUrl: string, record: Readonly<Record<string, string>>): Service {
  const read = readBaseUrl(baseUrl, { credentials: true });
  if (typeof read === 'string') throw new TypeError(`The service URL ${read}`);
  const { origin, username, password } = read.url;
  const headers = headersFrom(record);
  if (username + password !== '' && !headers.has('authorization'))
    headers.set(
      'authorization',
      `Basic ${Buffer.from(decoded(`${username}:${password}`)).toString('base64')}`,
    );
  const name = read.prefix;
  return { name, origin, basePath: name.slice(origin.length), headers };
}

/** Returns `undefined` if a header cannot contain the token. */
export function withEnteredToken(service: Service, token: string): Service | undefined {
  if (tokenProblem(token) !== undefined) return undefined;
  const headers = new Headers(service.headers);
  headers.set('authorization', `Bearer ${token}`);
  return { ...service, headers };
}

function headersFrom(record: Readonly<Record<string, string>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(record)) {
    if (connectionHeaders.has(name.toLowerCase()))
      throw new TypeError(
        `The header ${name} cannot be set, because HTTP manages it for each connection. Remove it.`,
      );
    try {
      if (!isHeaderValue(value)) throw new TypeError();
      headers.set(name, value);
    } catch {
      // The platform's error would contain the value of the header, which may be a credential.
      throw new TypeError(
        `The header ${name} is invalid. Expected a name and a value without line breaks or control characters.`,
      );
    }
  }
  return headers;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
