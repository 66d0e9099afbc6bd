import { check } from '../../contract/check.ts';
import { capIssues, locate } from '../../contract/issue.ts';
import type {
  ActivityEntry,
  ActivityMetadata,
  RecordedRequest,
  RecordedResponse,
} from '../../contract/resources.ts';
import { activityMetadata, identifier } from '../../contract/schemas.ts';
import { decodeBase64, encodeBase64 } from '../base64.ts';
import { HarError } from '../errors/har-error.ts';
import { headerOf, mediaTypeOf } from '../headers.ts';
import { defaultPort, noHost } from '../url.ts';
import { encodeText } from './body-text.ts';
import { contentId } from './content-id.ts';
import { harSchema, type ReadableEntry } from './schema.ts';
import type { HarPair } from './types.ts';

/**
 * Reads an HTTP Archive, as browsers, proxies and test tools export it, into entries (§2.5).
 *
 * It keeps method, path, headers, status, body and time. Facts without a field in an entry go into `metadata`:
 * `scheme`; `timeMs` if the time is not an integer; `decoded` if the body comes without the content-encoding
 * that its headers name. Repeated headers become one, `set-cookie` with one line per value. Ids are made from
 * the content, so the same file gives the same ids; `scenarioId` is one per page of the file. Entries that
 * `toHar` wrote keep their ids and metadata.
 *
 * @param har - The text of a HAR file, or its parsed JSON.
 * @throws {@link HarError} with the paths that are wrong.
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
  const issues = check(harSchema, parsed);
  if (issues.length > 0) throw new HarError(issues);
  // The check above has just shown that this is its type.
  const { entries } = (parsed as { log: { entries: ReadableEntry[] } }).log;
  const start = entries[0]?.startedDateTime ?? '';
  const seen = new Map<string, number>();
  const read = entries.map((entry, index) => {
    const rest = readEntry(entry, start, (...path) => {
      const location = locate(['log', 'entries', index, ...path]);
      issues.push({ ...location, expected: 'Base64', received: 'string of another form' });
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
    // The platform's own message quotes the text.
    throw new HarError([{ ...locate([]), expected: 'JSON', received: 'text that is not JSON' }]);
  }
}

/** Reports a body with broken Base64, by its path in the entry. */
type ReportBody = (...path: readonly string[]) => void;

function readEntry(entry: ReadableEntry, start: string, report: ReportBody): Omit<ActivityEntry, 'id'> {
  const timeMs = Math.min(Math.max(0, timeOf(entry)), Number.MAX_SAFE_INTEGER);
  const request = readRequest(entry, report);
  const response = readResponse(entry, timeMs, report);
  const hasCoding = [request, response].some(
    ({ headers }) => headerOf(headers, 'content-encoding') !== undefined,
  );
  const metadata: ActivityMetadata = {
    scenarioId: contentId(`${start} ${entry.pageref ?? ''}`),
    scheme: new URL(entry.request.url).protocol.slice(0, -1),
    ...(!Number.isInteger(timeMs) && { timeMs }),
    ...(hasCoding && { decoded: true }),
  };
  return { request, response, metadata, timestamp: new Date(entry.startedDateTime).toISOString() };
}

/** The parts of a time. HAR 1.2 counts `ssl` to `connect`, and leaves other names to tools. */
const timeParts = ['blocked', 'dns', 'connect', 'send', 'wait', 'receive'];

/** Milliseconds. Old versions of Firefox omit the sum of the parts, where -1 means none. */
function timeOf({ time, timings }: ReadableEntry): number {
  if (typeof time === 'number') return time;
  const parts = timeParts.map((part) => timings?.[part]).filter((part) => typeof part === 'number');
  return parts.reduce((sum, part) => sum + Math.max(0, part), 0);
}

/** The facts that `toHar` kept in the entry. */
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

/** The body in Base64; `undefined` if it is marked as Base64 and is not. */
function readBody(text: string, encoding: string | null | undefined, contentType: string | undefined) {
  if (encoding !== 'base64') return encodeBase64(encodeText(text, contentType));
  const decoded = decodeBase64(text);
  return 'bytes' in decoded ? encodeBase64(decoded.bytes) : undefined;
}

/** Some tools write a form only as its fields. */
function formText(
  params: readonly { readonly name: string; readonly value?: string | null | undefined }[],
  contentType: string | undefined,
): string {
  if (mediaTypeOf(contentType) !== 'application/x-www-form-urlencoded') return '';
  return new URLSearchParams(params.map(({ name, value }) => [name, value ?? ''])).toString();
}

/** Host, port and path. The path stays as written; a user name in the URL was never sent. */
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

/** Headers by name. Repeated headers become one, joined by the separator of their kind. */
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
