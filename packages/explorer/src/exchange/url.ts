import type { ActivityEntry } from '@mock-services/sdk';

/** The requested URL. An entry has no scheme (§2.5), so it is the scheme that `fromHar` noted, or http on port 80, or https. */
export function urlOf({ request, metadata }: ActivityEntry): string {
  const { hostname, port, path } = request;
  // A request to a proxy has the whole URL as its path.
  if (/^https?:/i.test(path)) return path;
  const { scheme: noted } = (metadata['@mock-services/sdk'] ?? {}) as { readonly scheme?: unknown };
  const scheme = noted === 'http' || (noted !== 'https' && port === 80) ? 'http' : 'https';
  const authority = port === (scheme === 'http' ? 80 : 443) ? hostname : `${hostname}:${port}`;
  return `${scheme}://${authority}${path}`;
}

/** A URL as recorded and, if it is percent-encoded, also as people write it. */
export function readable(url: string): string {
  if (!url.includes('%')) return url;
  try {
    return `${url} ${decodeURIComponent(url)}`;
  } catch {
    return url;
  }
}
