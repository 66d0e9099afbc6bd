import { typeName } from './contract/issue.ts';
import { parseUrl } from './contract/kinds.ts';

/**
 * Host in the default base URL of fake servers. No real host has this name, because the top-level domain `.test` is
 * reserved (RFC 6761).
 */
export const fakeHost = 'mock-services.test';

/** The base URL of a service. */
export interface BaseUrl {
  readonly url: URL;
  /** Origin and path without a trailing slash, to which the path of an endpoint is appended. */
  readonly prefix: string;
}

/**
 * Reads the base URL of a service: an absolute http or https URL without credentials, query and fragment.
 *
 * @param allowed - Parts that the URL may have nevertheless.
 * @returns The URL, or what is wrong with it, such as `must be an absolute http or https URL …; got "ftp://a".` Parts
 * that may be secret are not shown.
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
    // A pattern that matches the trailing slashes would take quadratic time.
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

/** A word could be a misplaced token, and other parts of a URL a password or a key. */
function shown(given: unknown, hint: string): string {
  if (typeof given !== 'string') return `; got ${typeof given === 'number' ? given : typeName(given)}`;
  const isShown = hint !== '' || /^(?:[\w+.-]+:\/\/[^@?#]*|undefined|null|\/[^@?#]*|)$/.test(given);
  return isShown ? `; got ${JSON.stringify(given)}` : '';
}

/**
 * Returns what is wrong with a bearer token, or `undefined` if it can be sent as `Authorization: Bearer …`. The text
 * does not contain the token.
 */
export function tokenProblem(token: unknown): string | undefined {
  if (typeof token !== 'string') return `Expected a string, received ${typeName(token)}.`;
  if (token === '') return 'Expected a token, received an empty string.';
  if (/^bearer\s/i.test(token)) return 'Pass the token without "Bearer ", which is added.';
  if (/^[\x21-\x7e]+$/.test(token)) return undefined;
  return 'Expected visible ASCII characters without spaces and line breaks.';
}

/** Whether an HTTP header can have a value. `Headers` accepts control characters that `fetch` rejects. */
export function isHeaderValue(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}
