/** An origin that no browser sends is rejected, because it would never match a request. */
import { optionError } from '../errors.ts';
import { parseUrl, shownUrl } from '../http/base-url.ts';

/** One origin, several origins, or `*` for all. */
export type CorsOrigin = string | readonly string[];

export type Origins = readonly string[];

/**
 * Removes trailing slashes, because browsers send origins without slashes, but copied URLs have them.
 * @throws {FakeServerError} (`invalid-option`) if a value is not an origin.
 */
export function originsOption(origins: CorsOrigin | undefined): Origins {
  return [origins ?? []].flat().map((given: unknown) => {
    const origin = typeof given === 'string' ? given.replace(/\/$/, '') : '';
    if (isOrigin(origin)) return origin;
    // Hide a URL that may contain a password or a key.
    throw optionError('corsOrigin', expectedOrigin(origin), ...(shownUrl(given) === '"…"' ? [] : [given]));
  });
}

function isOrigin(text: string): boolean {
  if (text === '*' || text === 'null') return true;
  const url = parseUrl(text);
  if (!url || text.includes('*')) return false;
  // Apps and extensions have origins such as capacitor://localhost, which `URL` reports as `null`.
  if (url.origin === 'null') return /^[a-z][a-z\d+.-]*:\/\/[^\s/?#@]+$/.test(text);
  return /^https?:/.test(text) && url.origin === text;
}

function expectedOrigin(text: string): string {
  if (text.includes('*')) return 'an origin without wildcards, such as https://app.example.com, or * for all';
  return `an origin (scheme, host and port), such as ${likelyOrigin(text) ?? 'http://localhost:5173'}, or *`;
}

function likelyOrigin(text: string): string | undefined {
  const [, scheme = '', rest = ''] = /^\s*(https?:|wss?:)?(?:\/\/)?(\S*)\s*$/i.exec(text) ?? [];
  if (!/^[^/?#,]+(?:[/?#]|$)/.test(rest)) return undefined;
  const isLocal = /^(?:[^/?#]*@)?(?:localhost|127\.|\[|[^/?#.]*(?:[/?#:]|$)|[^/?#]*:\d)/i.test(rest);
  const secure = scheme === '' ? !isLocal : /^(?:https|wss):$/i.test(scheme);
  const { origin } = parseUrl(`${secure ? 'https' : 'http'}://${rest}`) ?? {};
  return origin;
}
