import { endpoints, operationIds } from '@mock-services/sdk/contract';
import { fakeHost, readBaseUrl } from '@mock-services/sdk/seed';
import { optionProblem } from '../errors.ts';
import { shownValue } from '../words.ts';

export interface BaseUrl {
  /** Complete URL without a trailing slash. */
  readonly href: string;
  /** Path that precedes every endpoint path, without a trailing slash. Empty if the URL has no path. */
  readonly prefix: string;
}

export const defaultBaseUrl: BaseUrl = { href: `https://${fakeHost}`, prefix: '' };

/** Hides a URL that may contain a password or a key. */
export function shownUrl(text: unknown): string {
  return typeof text === 'string' && /[@?#]/.test(text) ? '"…"' : shownValue(text);
}

/** Browsers released before 2024 do not have `URL.parse`. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

export function parseBaseUrl(text: string): BaseUrl {
  const read = readBaseUrl(text);
  if (typeof read === 'string') throw optionProblem('baseUrl', read);
  return { href: read.prefix, prefix: read.prefix.slice(read.url.origin.length) };
}

/**
 * Matches the URLs below a base URL, without their query. If the base URL is the page's origin, matches only paths that
 * begin like an endpoint path, because the page loads its own scripts from other paths.
 * @param below - Regular expression for the part of the path between the base URL and the endpoint path.
 */
export function ownUrls(baseUrl: string, pageOrigin: string | undefined, below = ''): RegExp {
  const areas = new Set(operationIds.map((id) => endpoints[id].path.split('/', 2).join('/')));
  const paths = baseUrl === pageOrigin ? `(?:${[...areas].join('|')})(?:/.*)?` : '(?:/.*)?';
  return new RegExp(`^${baseUrl.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}${below}${paths}$`);
}

/** Matches URLs whose path ends like an endpoint path, and captures the base URL before the endpoint path. */
export function endpointUrls(): RegExp {
  const paths = operationIds.map((id) => endpoints[id].path.replaceAll(/:\w+/g, '[^/?#]+'));
  return new RegExp(`^([^?#]*?)(?:${paths.join('|')})(?:[?#]|$)`);
}
