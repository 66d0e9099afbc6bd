import type { ActivityEntry } from '@mock-services/sdk';

/** An entry has no scheme (§2.5), so the URL has the scheme that `fromHar` stored, or a guess from the port. */
export function urlOf({ request, metadata }: ActivityEntry): string {
  const { hostname, port, path } = request;
  // The path of a request to a proxy is an absolute URL.
  if (/^https?:/i.test(path)) return path;
  const { scheme: noted } = (metadata['@mock-services/sdk'] ?? {}) as { readonly scheme?: unknown };
  const scheme = noted === 'http' || (noted !== 'https' && port === 80) ? 'http' : 'https';
  const authority = port === (scheme === 'http' ? 80 : 443) ? hostname : `${hostname}:${port}`;
  return `${scheme}://${authority}${path}`;
}

/** Returns the text to search in a URL: the URL, followed by its decoded form if it is percent-encoded. */
export function readable(url: string): string {
  if (!url.includes('%')) return url;
  try {
    return `${url} ${decodeURIComponent(url)}`;
  } catch {
    return url;
  }
}
