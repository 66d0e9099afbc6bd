import { OptionError } from '../errors.ts';
import { shownValue } from '../words.ts';

/** A base URL, parsed. */
export interface BaseUrl {
  /** The whole URL, without a slash at the end. */
  readonly href: string;
  /** The path that precedes the path of every endpoint, without a slash at the end; empty when there is none. */
  readonly prefix: string;
}

/** The base URL by default: a name that no real host can have (RFC 6761). */
export const defaultBaseUrl: BaseUrl = { href: 'https://mock-services.test', prefix: '' };

/** `undefined` for text that is no absolute URL. */
export function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** A URL for a message, unless it may have a password or a key. */
export function shownUrl(text: unknown): string {
  return hasSecret(text) ? '"…"' : shownValue(text);
}

function hasSecret(text: unknown): boolean {
  return typeof text === 'string' && /[@?#]/.test(text);
}

/** @throws {OptionError} for anything but an absolute http(s) URL without credentials, query and fragment. */
export function parseBaseUrl(text: string): BaseUrl {
  const url = urlOf(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username + url.password + url.search + url.hash !== '') {
    const page: { readonly location?: { readonly origin: string } } = globalThis;
    const example = `${page.location?.origin ?? 'https://mocks.example.com'}/api`;
    const expected = `absolute http(s) URL without credentials, query and fragment, such as ${example}`;
    throw new OptionError('baseUrl', expected, ...(hasSecret(text) ? [] : [text]));
  }
  // Up to the last character but slashes: a pattern of the slashes would begin anew at each of many.
  const [prefix = ''] = /^.*[^/]/.exec(url.pathname) ?? [];
  return { href: url.origin + prefix, prefix };
}
