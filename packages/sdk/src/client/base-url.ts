/** A base URL taken apart, so that a path can be put in. */
export interface BaseUrl {
  /** Origin and path prefix, without a slash at the end. */
  readonly prefix: string;
  /** Query with its question mark, or empty. It is sent, and appears in no error. */
  readonly query: string;
}

/**
 * Reads `baseUrl`.
 *
 * @throws TypeError when it is missing, relative, not http(s), or carries credentials.
 */
export function parseBaseUrl(given: unknown): BaseUrl {
  const url = URL.parse(String(given));
  if (url === null || url.username + url.password !== '' || !/^https?:$/.test(url.protocol)) {
    // What may hold a password or a key is not shown.
    const shown = JSON.stringify(String(given).replace(/.*[@?#].*/s, '…'));
    throw new TypeError(
      `createClient: baseUrl must be an absolute http or https URL without user name and password, such as https://mocks.example.com/api; got ${shown}.`,
    );
  }
  return { prefix: url.origin + url.pathname.replace(/\/+$/, ''), query: url.search };
}
