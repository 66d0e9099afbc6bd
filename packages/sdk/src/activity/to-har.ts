import type { ActivityEntry } from '../contract/resources.ts';
import { allMessageFields, checkEntries, type EntryField, checkFields } from './arguments.ts';
import { bodyOf, type Side } from './body.ts';
import { decodeUtf8, encodeBase64, encodeText } from './bytes.ts';
import { headerEntries, headerOf, notesOf, pathWithoutQuery, urlOf } from './exchange.ts';
import { redact } from './redact.ts';

/*
 * The parts of HTTP Archive 1.2 (http://www.softwareishard.com/blog/har-12-spec/) that `toHar` writes. The package
 * `har-format` has less exact types and would be a dependency, so only a type test uses it.
 */

export interface Har {
  log: {
    version: '1.2';
    creator: { name: string; version: string };
    /** Contains exactly one page, because the importers of Firefox and Safari reject a file without pages. */
    pages: HarPage[];
    entries: HarEntry[];
  };
}

export interface HarPage {
  /** Earliest timestamp of the entries in ISO 8601, or the Unix epoch if no entry has a valid timestamp. */
  startedDateTime: string;
  id: string;
  title: string;
  /** Always -1, which means unknown. */
  pageTimings: { onContentLoad: number; onLoad: number };
  [field: `_${string}`]: unknown;
}

export interface HarEntry {
  /** The `id` of the page. */
  pageref: string;
  /** ISO 8601 timestamp. */
  startedDateTime: string;
  time: number;
  request: HarMessage & {
    method: string;
    /** Absolute URL. If the entry has no host name, the host is `no-host.invalid`. */
    url: string;
    queryString: HarPair[];
    postData?: HarBody;
  };
  response: HarMessage & {
    status: number;
    statusText: string;
    content: HarBody & { size: number };
    /** Value of the `location` header, or an empty string. */
    redirectURL: string;
  };
  cache: Record<string, never>;
  /**
   * Durations in milliseconds. `wait` is the total time, because an entry has no other time. The other timings are 0,
   * because Firefox and Safari add up all timings.
   */
  timings: Record<'blocked' | 'dns' | 'connect' | 'ssl' | 'send' | 'wait' | 'receive', number>;
  /** Values for which HAR has no field. `fromHar` restores the original entry from `_mockServices`. */
  _mockServices: { id: string; metadata: Record<string, unknown> };
  /** HAR tools may add fields that start with an underscore. */
  [field: `_${string}`]: unknown;
}

export interface HarMessage {
  httpVersion: string;
  /** Always empty, because the headers contain the cookies. */
  cookies: HarPair[];
  headers: HarPair[];
  /** Always -1, which means unknown. */
  headersSize: number;
  bodySize: number;
}

export interface HarPair {
  name: string;
  value: string;
}

export interface HarBody {
  mimeType: string;
  /** The body as text, or as Base64 if `encoding` is set. */
  text: string;
  /** HAR defines `encoding` only for responses, but Playwright supports `encoding` in requests. */
  encoding?: 'base64';
}

export interface HarOptions {
  /**
   * Whether to write credentials unchanged instead of calling `redact`.
   * @default false
   */
  readonly includeCredentials?: boolean | undefined;
}

/**
 * Converts entries to an HTTP Archive 1.2 (HAR), which browsers, proxies and Playwright's `routeFromHAR` can open. The
 * timestamp of an entry becomes the start time of its request. Unless `includeCredentials` is set, `redact` replaces
 * credentials, and empties compressed bodies. To keep compressed bodies, call `decodeBodies` first.
 * @throws {@link ActivityError} `unreadable-body` if the Base64 of a body is invalid.
 * @throws TypeError if an option is unknown, or if an entry lacks a field that the file needs.
 * @example
 * ```ts
 * import { writeFile } from 'node:fs/promises';
 * import { toHar } from '@mock-services/sdk/activity';
 *
 * await writeFile('log.har', JSON.stringify(toHar(await client.activity.list(workspaceId))));
 * ```
 */
export function toHar(entries: readonly ActivityEntry[], options: HarOptions = {}): Har {
  checkEntries('toHar', entries, fields);
  checkFields('options', options, ['includeCredentials'], 'option');
  // Check all bodies first, because `redact` would replace an invalid body by an empty body.
  for (const entry of entries)
    for (const side of ['request', 'response'] as const) bodyOf(entry, side).bytes();
  const written = options.includeCredentials ? entries : redact(entries);
  return {
    log: {
      version: '1.2',
      creator: { name: '@mock-services/sdk/activity', version: '1' },
      pages: [pageOf(written)],
      entries: written.map(harEntry),
    },
  };
}

const fields: readonly EntryField[] = [
  ...allMessageFields,
  'request.port',
  'response.statusCode',
  'response.responseTimeMs',
  'timestamp',
];

const pageId = 'page_1';

function pageOf(entries: readonly ActivityEntry[]): HarPage {
  const times = entries.map(({ timestamp }) => Date.parse(timestamp)).filter((time) => !Number.isNaN(time));
  const first = times.reduce((one, other) => Math.min(one, other), times[0] ?? 0);
  return {
    startedDateTime: new Date(first).toISOString(),
    id: pageId,
    title: 'Activity log',
    pageTimings: { onContentLoad: -1, onLoad: -1 },
  };
}

function harEntry(entry: ActivityEntry): HarEntry {
  const { id, metadata, timestamp, request, response } = entry;
  const time = notesOf(metadata).timeMs ?? Math.max(0, response.responseTimeMs);
  const url = urlOf(entry);
  const query = new URLSearchParams(url.slice(pathWithoutQuery(url).length));
  const [sent, received] = [harBody(entry, 'request'), harBody(entry, 'response')];
  return {
    pageref: pageId,
    startedDateTime: timestamp,
    time,
    request: {
      ...harMessage(request, sent.size),
      method: request.method,
      url,
      queryString: Array.from(query, ([name, value]) => ({ name, value })),
      ...(sent.size > 0 && { postData: sent.body }),
    },
    response: {
      ...harMessage(response, received.size),
      status: response.statusCode,
      statusText: '',
      content: { size: received.size, ...received.body },
      redirectURL: headerOf(response.headers, 'location') ?? '',
    },
    cache: {},
    timings: { blocked: 0, dns: 0, connect: 0, ssl: 0, send: 0, wait: time, receive: 0 },
    _mockServices: { id, metadata },
  };
}

function harMessage({ headers }: ActivityEntry[Side], bodySize: number): HarMessage {
  const pairs = headerEntries(headers).flatMap(([name, value]) =>
    (name.toLowerCase() === 'set-cookie' ? value.split('\n') : [value]).map((one) => ({ name, value: one })),
  );
  return { httpVersion: 'HTTP/1.1', cookies: [], headers: pairs, headersSize: -1, bodySize };
}

function harBody(entry: ActivityEntry, side: Side): { size: number; body: HarBody } {
  const recorded = bodyOf(entry, side);
  const { contentType } = recorded;
  const bytes = recorded.bytes();
  const size = bytes.length;
  const mimeType = contentType ?? 'x-unknown';
  const text = decodeUtf8(bytes);
  const isExact = text !== undefined && !text.includes('\0') && isEqual(encodeText(text, contentType), bytes);
  return {
    size,
    body: isExact ? { mimeType, text } : { mimeType, text: encodeBase64(bytes), encoding: 'base64' },
  };
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
