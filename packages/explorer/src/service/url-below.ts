/**
 * Appends path segments to a base URL, and keeps its query.
 *
 * @param segments - Unencoded path segments.
 */
export function urlBelow(baseUrl: string, ...segments: readonly string[]): string {
  const url = new URL(baseUrl);
  url.pathname = [url.pathname.replace(/\/$/, ''), ...segments.map(encodeURIComponent)].join('/');
  return url.href;
}
