import type { ActivityEntry } from '../contract/resources.ts';

const ports: Readonly<Record<string, number>> = { http: 80, ws: 80, https: 443, wss: 443 };

/** The default port of a scheme; 0 if it has none. */
export function defaultPort(scheme: string): number {
  return ports[scheme] ?? 0;
}

/** In place of a host that was not recorded: `https:/orders` would be a request to the host `orders`. */
export const noHost = 'no-host.invalid';

/**
 * The requested URL. An entry has no field for the scheme (§2.5): it is the one that `fromHar` stored in
 * `metadata.scheme`, else http on port 80, else https.
 */
export function urlOf({ request, metadata }: Pick<ActivityEntry, 'request' | 'metadata'>): string {
  const path = encodedPath(request.path);
  // A request to a proxy has the whole URL as its path.
  if (/^https?:\/\//i.test(path)) return path;
  const { hostname, port } = request;
  const known = metadata['scheme'];
  const isKnown = typeof known === 'string' && /^[a-z][a-z0-9+.-]*$/i.test(known);
  const scheme = isKnown ? known.toLowerCase() : port === 80 ? 'http' : 'https';
  if (hostname === '' && defaultPort(scheme) === 0) return `${scheme}:${path}`;
  const host = bracketed(hostname) || noHost;
  const authority = port === defaultPort(scheme) ? host : `${host}:${port}`;
  return `${scheme}://${authority}${path.startsWith('/') ? '' : '/'}${path}`;
}

/** A host name as a URL has it: an IPv6 address in brackets, whether or not it was recorded with them. */
export function bracketed(hostname: string): string {
  return /^[^[].*:/.test(hostname) ? `[${hostname}]` : hostname;
}

/** The path of a request without its query. */
export function pathWithoutQuery(path: string): string {
  const end = path.search(/[?#]/);
  return end < 0 ? path : path.slice(0, end);
}

/** Percent-encodes the characters that a URL cannot contain. Existing escapes stay. */
function encodedPath(path: string): string {
  return path
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(/\p{Cs}/gu, '\u{fffd}')
    .replace(/[^\w.~:/?[\]@!$&'()*+,;=%-]+/gu, encodeURIComponent);
}
