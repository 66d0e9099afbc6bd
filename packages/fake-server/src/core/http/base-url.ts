import { optionError } from '../errors.ts';
import { shownValue } from '../words.ts';

export interface BaseUrl {
  /** Complete URL without a trailing slash. */
  readonly href: string;
  /** Path that precedes every endpoint path, without a trailing slash. Empty if the URL has no path. */
  readonly prefix: string;
}

/** No real host has this name, because the top-level domain `.test` is reserved (RFC 6761). */
export const defaultBaseUrl: BaseUrl = { href: 'https://mock-services.test', prefix: '' };

export function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Hides a URL that may contain a password or a key. */
export function shownUrl(text: unknown): string {
  return hasSecret(text) ? '"…"' : shownValue(text);
}

function hasSecret(text: unknown): boolean {
  return typeof text === 'string' && /[@?#]/.test(text);
}

export function parseBaseUrl(text: string): BaseUrl {
  const url = urlOf(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username + url.password + url.search + url.hash !== '') {
    const page: { readonly location?: { readonly origin: string } } = globalThis;
    const example = `${page.location?.origin ?? 'https://mocks.example.com'}/api`;
    const expected = `an absolute http or https URL without credentials, query and fragment, such as ${example}`;
    throw optionError('baseUrl', expected, ...(hasSecret(text) ? [] : [text]));
  }
  // A pattern that matches the trailing slashes would take quadratic time.
  const [prefix = ''] = /^.*[^/]/.exec(url.pathname) ?? [];
  return { href: url.origin + prefix, prefix };
}
