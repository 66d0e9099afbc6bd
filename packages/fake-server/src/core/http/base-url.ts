import { OptionError } from '../errors.ts';
import { shownValue } from '../words.ts';

/** A base URL, parsed. */
export interface BaseUrl {
  /** The whole URL, without a slash at the end. */
  readonly href: string;
  /** The path that precedes the path of every endpoint, without a slash at the end; empty if the URL has no path. */
  readonly prefix: string;
}

/** The default base URL: a name that no real host can have (RFC 6761). */
export const defaultBaseUrl: BaseUrl = { href: 'https://mock-services.test', prefix: '' };

/** The parsed URL; `undefined` if the text is not an absolute URL. */
export function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** A URL for a message. A URL that may contain a password or a key is not shown. */
export function shownUrl(text: unknown): string {
  return hasSecret(text) ? '"…"' : shownValue(text);
}

function hasSecret(text: unknown): boolean {
  return typeof text === 'string' && /[@?#]/.test(text);
}

/** @throws {OptionError} if the text is not an absolute http(s) URL without credentials, query and fragment. */
export function parseBaseUrl(text: string): BaseUrl {
  const url = urlOf(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username + url.password + url.search + url.hash !== '') {
    const page: { readonly location?: { readonly origin: string } } = globalThis;
    const example = `${page.location?.origin ?? 'https://mocks.example.com'}/api`;
    const expected = `absolute http(s) URL without credentials, query and fragment, such as ${example}`;
    throw new OptionError('baseUrl', expected, ...(hasSecret(text) ? [] : [text]));
  }
  // A pattern that matches trailing slashes would take quadratic time.
  const [prefix = ''] = /^.*[^/]/.exec(url.pathname) ?? [];
  return { href: url.origin + prefix, prefix };
}
