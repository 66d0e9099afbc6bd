import * as z from 'zod/mini';
import { check } from '../contract/check.ts';
import { capIssues, locate } from '../contract/issue.ts';
import type { ActivityEntry, RecordedRequest, RecordedResponse } from '../contract/resources.ts';
import { activityMetadata, identifier } from '../contract/schemas.ts';
import { parseUrl } from '../contract/kinds.ts';
import { decodeBase64, encodeBase64, encodeText } from './bytes.ts';
import { HarError } from './errors.ts';
import { defaultPort, headerOf, mediaTypeOf, noHost, withNotes } from './exchange.ts';
import type { HarPair } from './to-har.ts';

function formatted(expected: string, isWellFormed: (text: string) => boolean): z.ZodMiniString {
  return z.string().check(z.refine(isWellFormed, { params: { expected } }));
}

/**
 * Allows other fields to be missing or unknown, because HAR files differ between tools. A function creates the schema,
 * so that bundlers can drop it.
 */
function harSchema() {
  const text = z.nullish(z.string());
  const pairs = z.nullish(z.array(z.looseObject({ name: z.string(), value: z.string() })));
  const params = z.nullish(z.array(z.looseObject({ name: z.string(), value: text })));
  const request = z.looseObject({
    method: z.string(),
    url: formatted('absolute URL', (url) => parseUrl(url) !== undefined),
    headers: pairs,
    postData: z.nullish(z.looseObject({ text, encoding: text, mimeType: text, params })),
  });
  const response = z.looseObject({
    status: z.int(),
    headers: pairs,
    content: z.nullish(z.looseObject({ text, encoding: text, mimeType: text })),
  });
  const entry = z.looseObject({
    pageref: text,
    startedDateTime: formatted('ISO 8601 timestamp', (text) => {
      const year = new Date(text).getUTCFullYear();
      return year >= 0 && year <= 9999;
    }),
    time: z.nullish(z.number()),
    timings: z.nullish(z.record(z.string(), z.unknown())),
    request,
    response,
  });
  return z.looseObject({ log: z.looseObject({ entries: z.array(entry) }) });
}

type ReadableHar = z.infer<ReturnType<typeof harSchema>>;
type ReadableEntry = ReadableHar['log']['entries'][number];

/**
 * Converts an HTTP Archive (HAR), as text or parsed JSON, to activity entries (§2.5). Browsers, proxies and test tools
 * export HAR files.
 *
 * Repeated headers are joined into one value; in a joined `set-cookie` header, each line is one cookie. Ids are derived
 * from the content, so two conversions of the same file return the same ids. Each page of the file gets its own
 * `scenarioId`. Entries that `toHar` wrote keep their ids and metadata.
 *
 * Facts for which an entry has no field become fields of `metadata['@mock-services/sdk']`. `scheme` is `http` or
 * `https`, `timeMs` is a response time that is not an integer, and `decoded` is true if the file contains a decoded
 * body.
 * @throws {@link HarError} if the file is invalid. The error lists the path of each invalid value.
 * @example
 * ```ts
 * import { readFile } from 'node:fs/promises';
 * import { fromHar } from '@mock-services/sdk/activity';
 *
 * const entries = fromHar(await readFile('log.har', 'utf8'));
 * ```
 */
export function fromHar(har: unknown): ActivityEntry[] {
  const parsed = typeof har === 'string' ? parse(har) : har;
  const issues = check(harSchema(), parsed);
  if (issues.length > 0) throw new HarError(issues);
  // The schema check guarantees this type.
  const { entries } = (parsed as ReadableHar).log;
  const start = entries[0]?.startedDateTime ?? '';
  const seen = new Map<string, number>();
  const read = entries.map((entry, index) => {
    const rest = readEntry(entry, start, (...path) => {
      const location = locate(['log', 'entries', index, ...path]);
      issues.push({ ...location, expected: 'Base64', received: 'other text' });
    });
    const kept = keptFacts(entry);
    if (kept) return { id: kept.id, ...rest, metadata: kept.metadata };
    const content = JSON.stringify(rest);
    const before = seen.get(content) ?? 0;
    seen.set(content, before + 1);
    return { id: contentId(`${content}${before}`), ...rest };
  });
  if (issues.length > 0) throw new HarError(capIssues(issues));
  return read;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\u{feff}/u, ''));
  } catch {
    // The platform's message would quote the HAR file.
    throw new HarError([{ ...locate([]), expected: 'JSON', received: 'text that is not JSON' }]);
  }
}

type ReportBody = (...path: readonly string[]) => void;

function readEntry(entry: ReadableEntry, start: string, report: ReportBody): Omit<ActivityEntry, 'id'> {
  const timeMs = Math.min(Math.max(0, timeOf(entry)), Number.MAX_SAFE_INTEGER);
  const request = readRequest(entry, report);
  const response = readResponse(entry, timeMs, report);
  const hasCoding = [request, response].some(
    ({ headers }) => headerOf(headers, 'content-encoding') !== undefined,
  );
  // A WebSocket connection begins with an HTTP request over `http` or `https`.
  const [, secure] = /^(?:http|ws)(s?):/.exec(new URL(entry.request.url).protocol) ?? [];
  const metadata = withNotes(
    { scenarioId: contentId(`${start} ${entry.pageref ?? ''}`) },
    {
      ...(secure !== undefined && { scheme: secure === 's' ? 'https' : 'http' }),
      ...(!Number.isInteger(timeMs) && { timeMs }),
      ...(hasCoding && { decoded: true }),
    },
  );
  return { request, response, metadata, timestamp: new Date(entry.startedDateTime).toISOString() };
}

/** In HAR 1.2, `connect` includes the time of `ssl`, so the list omits `ssl`. */
const timeParts = ['blocked', 'dns', 'connect', 'send', 'wait', 'receive'];

/** Old Firefox versions omit the total time, so add up the steps. A time of -1 means that the step did not happen. */
function timeOf({ time, timings }: ReadableEntry): number {
  if (typeof time === 'number') return time;
  const parts = timeParts.map((part) => timings?.[part]).filter((part) => typeof part === 'number');
  return parts.reduce((sum, part) => sum + Math.max(0, part), 0);
}

function keptFacts(entry: ReadableEntry): Pick<ActivityEntry, 'id' | 'metadata'> | undefined {
  const facts = entry['_mockServices'] as Partial<ActivityEntry> | null | undefined;
  const { id, metadata } = facts ?? {};
  const isWhole = check(identifier, id).length === 0 && check(activityMetadata, metadata).length === 0;
  return isWhole && id !== undefined && metadata !== undefined ? { id, metadata } : undefined;
}

function readRequest({ request }: ReadableEntry, report: ReportBody): RecordedRequest {
  const headers = headerRecord(request.headers ?? []);
  const { postData } = request;
  const contentType = headerOf(headers, 'content-type') ?? postData?.mimeType ?? undefined;
  const body = postData?.text
    ? readBody(postData.text, postData.encoding, contentType)
    : readBody(formText(postData?.params ?? [], contentType), undefined, contentType);
  if (body === undefined) report('request', 'postData', 'text');
  return { ...readUrl(request.url), method: request.method, headers, bodyBase64Encoded: body ?? '' };
}

function readResponse({ response }: ReadableEntry, timeMs: number, report: ReportBody): RecordedResponse {
  const headers = headerRecord(response.headers ?? []);
  const { content } = response;
  const contentType = headerOf(headers, 'content-type') ?? content?.mimeType ?? undefined;
  const body = readBody(content?.text ?? '', content?.encoding, contentType);
  if (body === undefined) report('response', 'content', 'text');
  const responseTimeMs = Math.round(timeMs);
  return { statusCode: response.status, headers, bodyBase64Encoded: body ?? '', responseTimeMs };
}

function readBody(text: string, encoding: string | null | undefined, contentType: string | undefined) {
  if (encoding !== 'base64') return encodeBase64(encodeText(text, contentType));
  const decoded = decodeBase64(text);
  return 'bytes' in decoded ? encodeBase64(decoded.bytes) : undefined;
}

function formText(
  params: readonly { readonly name: string; readonly value?: string | null | undefined }[],
  contentType: string | undefined,
): string {
  if (mediaTypeOf(contentType) !== 'application/x-www-form-urlencoded') return '';
  return new URLSearchParams(params.map(({ name, value }) => [name, value ?? ''])).toString();
}

/** Drops the user name and password, because browsers do not send them. The path stays as recorded. */
function readUrl(url: string): Pick<RecordedRequest, 'hostname' | 'port' | 'path'> {
  const { hostname, port, protocol } = new URL(url);
  const [, authority, rest = ''] = /^[^:]*:(\/\/[^/?#\\]*)?([^#]*)/.exec(url.trim()) ?? [];
  const path = authority !== undefined && !/^[/\\]/.test(rest) ? `/${rest}` : rest;
  return {
    hostname: hostname === noHost ? '' : hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? defaultPort(protocol.slice(0, -1)) : Number(port),
    path,
  };
}

const separators = new Map([
  ['set-cookie', '\n'],
  ['cookie', '; '],
]);

function headerRecord(pairs: readonly HarPair[]): Record<string, string> {
  const found = new Map<string, HarPair>();
  for (const { name, value } of pairs) {
    const key = name.toLowerCase();
    const before = found.get(key);
    const joined = before && before.value + (separators.get(key) ?? ', ') + value;
    found.set(key, { name: before?.name ?? name, value: joined ?? value });
  }
  return Object.fromEntries(Array.from(found.values(), ({ name, value }) => [name, value]));
}

/** Seeds and factors of four 32-bit hashes, which are modeled on MurmurHash3. */
const lanes = [
  [0x9e3779b9, 0x85ebca6b],
  [0x243f6a88, 0xc2b2ae35],
  [0xb7e15162, 0x27d4eb2f],
  [0x71374491, 0x165667b1],
] as const;

/**
 * Returns a version 8 UUID (RFC 9562 §5.8) with 122 bits of a fast, non-cryptographic hash. Different strings almost
 * certainly get different UUIDs.
 */
function contentId(text: string): string {
  const hex = lanes
    .map(([start, factor]) => hash(text, start, factor).toString(16).padStart(8, '0'))
    .join('');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20)];
  return [...parts, hex.slice(20)].join('-');
}

function hash(text: string, start: number, factor: number): number {
  let state = start;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), factor);
    state ^= state >>> 15;
  }
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}
