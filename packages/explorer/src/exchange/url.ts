import type { ActivityEntry } from '@mock-services/sdk';

/** The requested URL. An entry has no scheme (§2.5): it is that of a HAR file, else http on port 80, else https. */
export function urlOf({ request, metadata }: ActivityEntry): string {
  const { hostname, port, path } = request;
  // A request to a proxy has the whole URL as its path.
  if (/^https?:/i.test(path)) return path;
  const scheme =
    metadata['scheme'] === 'http' || (metadata['scheme'] !== 'https' && port === 80) ? 'http' : 'https';
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
