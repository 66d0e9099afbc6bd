import { typeName } from './contract/issue.ts';
import { parseUrl } from './contract/kinds.ts';

/**
 * Host in the default base URL of fake servers. The top-level domain `.test` is reserved (RFC 6761), so no real host
 * has this name.
 */
export const fakeHost = 'mock-services.test';

/** The base URL of a service. */
export interface BaseUrl {
  readonly url: URL;
  /** Origin and path of the URL without a trailing slash. Endpoint paths are appended to this prefix. */
  readonly prefix: string;
}

/**
 * Reads the base URL of a service: an absolute http or https URL without credentials, query and fragment.
 *
 * @param allowed - Exceptions: parts that the URL may have.
 * @returns The URL, or an error message such as `must be an absolute http or https URL …; got "ftp://a".` without parts
 *   that may be secret.
 */
export function readBaseUrl(
  given: unknown,
  allowed: { readonly credentials?: boolean; readonly query?: boolean } = {},
): BaseUrl | string {
  const text = String(given);
  const url = parseUrl(text);
  const credentials = url && !allowed.credentials ? url.username + url.password : '';
  const query = url && !allowed.query ? url.search : '';
  if (url && /^https?:$/.test(url.protocol) && credentials + query + url.hash === '') {
    // Match the path before trailing slashes, because a pattern for trailing slashes would take quadratic time.
    const [path = ''] = /^.*[^/]/.exec(url.pathname) ?? [];
    return { url, prefix: url.origin + path };
  }
  const parts = [...(allowed.credentials ? [] : ['credentials']), ...(allowed.query ? [] : ['query'])];
  const without = [...parts, 'fragment'].join(', ').replace(/, (?=\w+$)/, ' and ');
  const candidate = `http://${text}`;
  const hint = isHost.test(text) && parseUrl(candidate) ? ` Did you mean ${candidate}?` : '';
  const page: { readonly location?: { readonly origin: string } } = globalThis;
  const origin = page.location?.origin.startsWith('http')
    ? page.location.origin
    : 'https://mocks.example.com';
  return `must be an absolute http or https URL without ${without}, such as ${origin}/api${shown(given, hint)}.${hint}`;
}

const isHost = /^(?:localhost|\w[\w-]*(?=[.:])[\w.-]*)(?::\d+)?(?:\/[\w./~-]*)?$/;

/**
 * Shows only safe parts of the value, because a word may be a misplaced token, and a URL may contain a password or a
 * key.
 */
function shown(given: unknown, hint: string): string {
  if (typeof given !== 'string') return `; got ${typeof given === 'number' ? given : typeName(given)}`;
  const isShown = hint !== '' || /^(?:[\w+.-]+:\/\/[^@?#]*|undefined|null|\/[^@?#]*|)$/.test(given);
  return isShown ? `; got ${JSON.stringify(given)}` : '';
}

/** Returns an error message, which does not contain the token, or `undefined` if the bearer token is valid. */
export function tokenProblem(token: unknown): string | undefined {
  if (typeof token !== 'string') return `Expected a string, received ${typeName(token)}.`;
  if (token === '') return 'Expected a token, received an empty string.';
  if (/^bearer\s/i.test(token)) return 'Pass the token without "Bearer ", which is added.';
  if (/^[\x21-\x7e]+$/.test(token)) return undefined;
  return 'Expected visible ASCII characters without spaces and line breaks.';
}

/** Whether a string is a valid header value. Unlike `Headers`, rejects control characters as `fetch` does. */
export function isHeaderValue(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}
