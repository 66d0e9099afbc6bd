/**
 * A URL below a base URL, whose query it keeps.
 *
 * @param segments - Segments of the path, not encoded.
 */
export function urlBelow(baseUrl: string, ...segments: readonly string[]): string {
  const url = new URL(baseUrl);
  url.pathname = [url.pathname.replace(/\/$/, ''), ...segments.map(encodeURIComponent)].join('/');
  return url.href;
}
