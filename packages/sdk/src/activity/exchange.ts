import type { ActivityEntry, ActivityMetadata } from '../contract/resources.ts';

export type RecordedHeaders = Readonly<Record<string, string>>;

export function headerOf(headers: RecordedHeaders, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return Object.entries(headers).find(([key]) => key.toLowerCase() === wanted)?.[1];
}

/** Returns a media type in lower case without parameters, such as `application/json`. */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').replace(/;.*/s, '').trim().toLowerCase();
}

/** The `metadata` field for everything that the SDK adds. The other fields belong to the service. */
const ownField = '@mock-services/sdk';

/**
 * `fromHar` and `decodeBodies` store these facts in `metadata`, because the interface has no fields for them (§2.5).
 */
interface Notes {
  /** Whether the bodies are already decoded. The headers may still include a content-encoding. */
  readonly decoded?: true;
  readonly scheme?: 'http' | 'https';
  /** Response time in milliseconds, if it is not an integer. */
  readonly timeMs?: number;
}

/** Ignores invalid notes, because the field may contain other data of the service. */
export function notesOf(metadata: ActivityMetadata | undefined): Notes {
  const { decoded, scheme, timeMs } = (metadata?.[ownField] ?? {}) as Readonly<Record<string, unknown>>;
  return {
    ...(decoded === true && { decoded }),
    ...((scheme === 'http' || scheme === 'https') && { scheme }),
    ...(typeof timeMs === 'number' && timeMs >= 0 && timeMs < Infinity && { timeMs }),
  };
}

export function withNotes(metadata: ActivityMetadata, notes: Notes): ActivityMetadata {
  return { ...metadata, [ownField]: { ...notesOf(metadata), ...notes } };
}

export function defaultPort(scheme: string): number {
  return /^(http|ws)$/.test(scheme) ? 80 : /^(http|ws)s$/.test(scheme) ? 443 : 0;
}

/** Replaces a missing host name, because URL parsers read `https:///orders` as the host `orders`. */
export const noHost = 'no-host.invalid';

/** Uses the scheme that `fromHar` stored or guesses it from the port, because an entry has no scheme (§2.5). */
export function urlOf({ request, metadata }: Pick<ActivityEntry, 'request' | 'metadata'>): string {
  const path = encodedPath(request.path);
  // A request to a proxy has a complete URL as its path.
  if (/^https?:\/\//i.test(path)) return path;
  const { hostname, port } = request;
  const scheme = notesOf(metadata).scheme ?? (port === 80 ? 'http' : 'https');
  const host = bracketed(hostname) || noHost;
  const authority = port === defaultPort(scheme) ? host : `${host}:${port}`;
  return `${scheme}://${authority}${path.startsWith('/') ? '' : '/'}${path}`;
}

/** Encloses an IPv6 address in brackets unless it already has them. */
export function bracketed(hostname: string): string {
  return /^[^[].*:/.test(hostname) ? `[${hostname}]` : hostname;
}

export function pathWithoutQuery(path: string): string {
  const end = path.search(/[?#]/);
  return end < 0 ? path : path.slice(0, end);
}

/** Encodes the characters that a URL cannot contain. Existing percent-encoding stays unchanged. */
function encodedPath(path: string): string {
  return path
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(/\p{Cs}/gu, '\u{fffd}')
    .replace(/[^\w.~:/?[\]@!$&'()*+,;=%-]+/gu, encodeURIComponent);
}
