import type { ActivityEntry, ActivityMetadata, RecordedRequest } from '../contract/resources.ts';
import { checkEntry } from './arguments.ts';

export type RecordedHeaders = Readonly<Record<string, string>>;

export function headerOf(headers: RecordedHeaders, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headerEntries(headers).find(([key]) => key.toLowerCase() === wanted)?.[1];
}

/** Converts header values to strings, because without strict validation a value may have another type. */
export function headerEntries(headers: Readonly<Record<string, unknown>>): [name: string, value: string][] {
  return Object.entries(headers).map(([name, value]) => [name, String(value)]);
}

/**
 * Returns the media type of a `content-type` header in lower case without parameters, such as `application/json`, or an
 * empty string.
 */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').replace(/;.*/s, '').trim().toLowerCase();
}

/**
 * Name of the metadata field for values of `fromHar`, `decodeBodies` and fake servers that the interface lacks (§2.5).
 * All other metadata belongs to the service.
 */
export const metadataField = '@mock-services/sdk';

export interface Notes {
  /** Whether the bodies are already decoded, although the headers may still contain a content-encoding. */
  readonly decoded?: true;
  readonly scheme?: 'http' | 'https';
  /** Path of the request URL without the query. Set only if this path includes the name of a fake server's world. */
  readonly path?: string;
  /** Exact response time in milliseconds. Absent if the response time is an integer. */
  readonly timeMs?: number;
}

/** Ignores invalid values, because the service may use the same metadata field for other data. */
export function notesOf(metadata: ActivityMetadata | undefined): Notes {
  const { decoded, scheme, path, timeMs } = (metadata?.[metadataField] ?? {}) as Readonly<
    Record<string, unknown>
  >;
  return {
    ...(decoded === true && { decoded }),
    ...((scheme === 'http' || scheme === 'https') && { scheme }),
    ...(typeof path === 'string' && { path }),
    ...(typeof timeMs === 'number' && timeMs >= 0 && timeMs < Infinity && { timeMs }),
  };
}

export function withNotes(metadata: ActivityMetadata, notes: Notes): ActivityMetadata {
  return { ...metadata, [metadataField]: { ...notesOf(metadata), ...notes } };
}

export function scenarioIdOf(entry: {
  readonly metadata?: { readonly scenarioId?: unknown } | null;
}): string {
  const scenarioId = entry.metadata?.scenarioId;
  return typeof scenarioId === 'string' ? scenarioId : '';
}

export function defaultPort(scheme: string): number {
  return /^(http|ws)$/.test(scheme) ? 80 : /^(http|ws)s$/.test(scheme) ? 443 : 0;
}

/** Replaces a missing host name, because URL parsers interpret `https:///orders` as the host `orders`. */
export const noHost = 'no-host.invalid';

/**
 * Returns the absolute URL of a recorded request (§2.5), including credentials. `toHar` and `toCurl` write this URL.
 *
 * Characters that URL parsers would encode or misread are percent-encoded. `fromHar` and fake servers store the scheme
 * in the metadata. Without a stored scheme, the URL has `http` for port 80 and for loopback hosts such as `localhost`,
 * and `https` otherwise. A recorded path that is a complete URL, as in a request to a proxy, is returned. A missing
 * host name becomes `no-host.invalid`, and a port in the host name takes precedence over the recorded port.
 * @throws TypeError if the request lacks its host name, port or path.
 * @example
 * ```ts
 * import { urlOf } from '@mock-services/sdk/activity';
 *
 * urlOf(entry); // 'https://orders.example.com:8443/orders?sku=A-1'
 * ```
 */
export function urlOf(entry: Pick<ActivityEntry, 'request' | 'metadata'>): string {
  checkEntry('urlOf', entry, ['request.hostname', 'request.port', 'request.path']);
  const { request, metadata } = entry;
  const recordedPath = pathWithoutQuery(request.path);
  const { scheme = usualScheme(request), path = recordedPath } = notesOf(metadata);
  const target = encodedTarget(path + request.path.slice(recordedPath.length));
  if (/^(?:http|ws)s?:\/\//i.test(target)) return target;
  const { host: recorded, port } = hostAndPort(request);
  const host = recorded || noHost;
  const authority = port === defaultPort(scheme) ? host : `${host}:${port}`;
  return `${scheme}://${authority}${target.startsWith('/') ? '' : '/'}${target}`;
}

function usualScheme(request: Pick<RecordedRequest, 'hostname' | 'port'>): 'http' | 'https' {
  const { host, port } = hostAndPort(request);
  const isLocal = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/i.test(host);
  return request.port === 80 || (isLocal && port !== 443) ? 'http' : 'https';
}

/** Encloses an IPv6 address or a pattern such as `fe80::*` in brackets. */
export function bracketed(hostname: string): string {
  return /^(?=.*:.*:)[\da-f:.*]+(?:%.*)?$/i.test(hostname) ? `[${hostname}]` : hostname;
}

/**
 * Some services record the Host header as the host name. The port in a Host header takes precedence, because the client
 * sent the request to this port.
 */
export function hostAndPort({ hostname, port }: Pick<RecordedRequest, 'hostname' | 'port'>): {
  host: string;
  port: number;
} {
  const host = bracketed(hostname);
  const [, name, own] = /^(.*[^:]):(\d{1,5})$/.exec(host) ?? [];
  return name === undefined ? { host, port } : { host: name, port: Number(own) };
}

export function pathWithoutQuery(path: string): string {
  const end = path.search(/[?#]/);
  return end < 0 ? path : path.slice(0, end);
}

/**
 * Encodes the characters that a URL parser would encode. In a recorded path, `#` does not start a fragment and `\` is
 * not a separator, so both are encoded.
 */
function encodedTarget(target: string): string {
  const whole = target.replaceAll('#', '%23').replace(/\p{Cs}/gu, '\u{fffd}');
  const path = pathWithoutQuery(whole);
  const query = whole.slice(path.length);
  return (
    path.replace(/(?:[^!-~]|["<>`{}\\])+/gu, encodeURIComponent) +
    query.replace(/(?:[^!-~]|["<>])+/gu, encodeURIComponent)
  );
}
