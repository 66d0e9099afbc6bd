/** The service that requests are passed on to, and what is sent with each of them. */

/** A service, as its owner gave it. */
export interface Service {
  /** Base URL without credentials and without a trailing slash, for display. */
  readonly name: string;
  readonly origin: string;
  /** Path of the base URL without a trailing slash; empty for none. */
  readonly basePath: string;
  /** Sent with each request, in place of the page's own. Shown nowhere. */
  readonly headers: Headers;
}

/** Headers of a connection rather than of a request (RFC 9110 §7.6.1), and those that frame a body. */
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
 * Reads the base URL of a service. User name and password in it become a header, unless `headers` has one.
 *
 * @throws {TypeError} for a URL or a header that cannot be used; the message shows no credentials.
 */
export function serviceAt(baseUrl: string, headers: Readonly<Record<string, string>>): Service {
  const { protocol, origin, pathname, search, hash, username, password } = parseBaseUrl(baseUrl);
  if (!/^https?:$/.test(protocol)) throw new TypeError(expected(baseUrl));
  if (search !== '' || hash !== '')
    throw new TypeError('The service URL must end with its path: leave out what follows ? or #.');
  const all = headersFrom(headers);
  if (username + password !== '' && !all.has('authorization'))
    all.set('authorization', `Basic ${Buffer.from(decoded(`${username}:${password}`)).toString('base64')}`);
  const basePath = pathname.replace(/\/+$/, '');
  return { name: origin + basePath, origin, basePath, headers: all };
}

/** Node's own errors would show the value. */
function headersFrom(record: Readonly<Record<string, string>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(record)) {
    if (connectionHeaders.has(name.toLowerCase()))
      throw new TypeError(`The header ${name} is set by the connection.`);
    try {
      headers.set(name, value);
    } catch {
      throw new TypeError(`The header ${name} has a name or a value that HTTP cannot carry.`);
    }
  }
  return headers;
}

function parseBaseUrl(baseUrl: string): URL {
  if (!URL.canParse(baseUrl)) throw new TypeError(expected(baseUrl));
  return new URL(baseUrl);
}

/** A host alone, such as `localhost:4600`, parses as a URL of another scheme or not at all. */
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
