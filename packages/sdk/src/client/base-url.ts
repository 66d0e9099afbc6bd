import { typeName } from '../contract/type-name.ts';

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
  const url = given instanceof URL || typeof given === 'string' ? URL.parse(given) : null;
  if (url === null) throw refusal(`got ${quote(given)}`);
  if (url.username !== '' || url.password !== '') {
    throw refusal('got one with user name or password; give credentials as `token` or `headers`');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refusal(`got the scheme ${url.protocol}`);
  return { prefix: url.origin + url.pathname.replace(/\/+$/, ''), query: url.search };
}

function refusal(what: string): TypeError {
  return new TypeError(
    `createClient: baseUrl must be an absolute http or https URL such as https://mocks.example.com/api; ${what}.`,
  );
}

/** What was given, as far as it can be shown: what may hold a password or a key is left out. */
function quote(given: unknown): string {
  if (typeof given !== 'string') return typeName(given);
  return JSON.stringify(
    given.replace(/^([a-z][a-z\d+.-]*:)?(\/\/)?.*@/is, '$1$2…@').replace(/[?#].*/s, '?…'),
  );
}
