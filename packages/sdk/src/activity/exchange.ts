/** Facts about an entry that several functions need: its headers, its URL, and the notes of the SDK. */
import type { ActivityEntry, ActivityMetadata } from '../contract/resources.ts';

/** Recorded headers: names to values, as the service wrote them (§2.5). */
export type RecordedHeaders = Readonly<Record<string, string>>;

/** The value of a header, by its case-insensitive name. */
export function headerOf(headers: RecordedHeaders, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return Object.entries(headers).find(([key]) => key.toLowerCase() === wanted)?.[1];
}

/** The media type of a content type without its parameters, in lower case: `application/json`. */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').replace(/;.*/s, '').trim().toLowerCase();
}

/** The field of `metadata` for everything that the SDK adds. All other fields belong to the service. */
const ownField = '@mock-services/sdk';

/** Facts that the interface has no field for (§2.5), noted by `fromHar` and `decodeBodies`. */
interface Notes {
  /** Whether the bodies are stored without the content-encoding that their headers name. */
  readonly decoded?: true;
  readonly scheme?: 'http' | 'https';
  /** Milliseconds until the response, if this is not an integer. */
  readonly timeMs?: number;
}

/** The notes of the SDK in metadata. Invalid values are ignored, because a service may send the same field. */
export function notesOf(metadata: ActivityMetadata | undefined): Notes {
  const { decoded, scheme, timeMs } = (metadata?.[ownField] ?? {}) as Readonly<Record<string, unknown>>;
  return {
    ...(decoded === true && { decoded }),
    ...((scheme === 'http' || scheme === 'https') && { scheme }),
    ...(typeof timeMs === 'number' && timeMs >= 0 && timeMs < Infinity && { timeMs }),
  };
}

/** Metadata with further notes of the SDK. */
export function withNotes(metadata: ActivityMetadata, notes: Notes): ActivityMetadata {
  return { ...metadata, [ownField]: { ...notesOf(metadata), ...notes } };
}

/** The default port of a scheme; 0 if it has none. */
export function defaultPort(scheme: string): number {
  return /^(http|ws)$/.test(scheme) ? 80 : /^(http|ws)s$/.test(scheme) ? 443 : 0;
}

/** Replaces a host that was not recorded, because `https:/orders` would be a request to the host `orders`. */
export const noHost = 'no-host.invalid';

/**
 * The requested URL. An entry has no field for the scheme (§2.5), so it is the scheme that `fromHar` noted, or http on
 * port 80, or https.
 */
export function urlOf({ request, metadata }: Pick<ActivityEntry, 'request' | 'metadata'>): string {
  const path = encodedPath(request.path);
  // A request to a proxy has the whole URL as its path.
  if (/^https?:\/\//i.test(path)) return path;
  const { hostname, port } = request;
  const scheme = notesOf(metadata).scheme ?? (port === 80 ? 'http' : 'https');
  const host = bracketed(hostname) || noHost;
  const authority = port === defaultPort(scheme) ? host : `${host}:${port}`;
  return `${scheme}://${authority}${path.startsWith('/') ? '' : '/'}${path}`;
}

/** A host name as it appears in a URL: an IPv6 address in brackets, whether or not it was recorded with them. */
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
