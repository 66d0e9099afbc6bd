import * as z from 'zod/mini';
import { check } from '../contract/check.ts';
import { capIssues, type Issue, locate } from '../contract/issue.ts';
import type { ActivityEntry, RecordedRequest, RecordedResponse } from '../contract/resources.ts';
import { activityMetadata, identifier } from '../contract/schemas.ts';
import { isObject, parseUrl } from '../contract/kinds.ts';
import { checkFields, invalid, isPromise, wrongInput } from './arguments.ts';
import { printWarning } from '../print-warning.ts';
import { bytesIn, decodeBase64, encodeBase64, encodeText } from './bytes.ts';
import { HarError } from './errors.ts';
import { defaultPort, headerOf, mediaTypeOf, noHost, withNotes } from './exchange.ts';
import type { HarPair } from './to-har.ts';

function formatted(expected: string, isWellFormed: (text: string) => boolean): z.ZodMiniString {
  return z.string().check(z.refine(isWellFormed, { params: { expected } }));
}

/** A function creates each schema, so that bundlers can drop it. */
const fileSchema = () => z.looseObject({ log: z.looseObject({ entries: z.array(z.unknown()) }) });

/** Allows other fields to be missing or unknown, because HAR files differ between tools. */
function entrySchema() {
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
  return z.looseObject({
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
}

type ReadableFile = z.infer<ReturnType<typeof fileSchema>>;
type ReadableEntry = z.infer<ReturnType<typeof entrySchema>>;

/** Something in a HAR file that has no counterpart in the entries that `fromHar` returns. */
export interface SkippedPart {
  /** Position in `log.entries`. */
  readonly index: number;
  /** Whether the whole exchange is left out, or a body is missing in the file, so that it is empty in the entry. */
  readonly part: 'exchange' | 'request body' | 'response body';
  /** A sentence without values of the file. */
  readonly reason: string;
}

export interface FromHarOptions {
  /**
   * Called for each exchange that was skipped, and each missing body. What it throws reaches the caller of `fromHar`.
   * @default prints how much was skipped with `console.warn`
   */
  readonly onSkipped?: ((skipped: SkippedPart) => void) | undefined;
}

/**
 * Converts an HTTP Archive (HAR), as text, UTF-8 bytes or parsed JSON, to activity entries (§2.5). Browsers, proxies and
 * test tools export HAR files.
 *
 * Repeated headers are joined into one value; in a joined `set-cookie` header, each line is one cookie. Ids are derived
 * from the content, so two conversions of the same file return the same ids. Each page of the file gets its own
 * `scenarioId`. Entries that `toHar` wrote keep their ids and metadata.
 *
 * Facts for which an entry has no field become fields of `metadata['@mock-services/sdk']`. `scheme` is `http` or
 * `https`, `timeMs` is a response time that is not an integer, and `decoded` is true if the file contains a decoded
 * body.
 *
 * An exchange without a response or with a status outside 100 to 599, such as the -1 or 0 of an aborted request, is
 * skipped, and so is one whose URL has another scheme than `http`, `https`, `ws` or `wss`, such as `data` or `blob`. If a body is missing in the file, although its size or a header declares it, the body of the entry is empty.
 * `onSkipped` reports both.
 * @throws {@link HarError} if the file is invalid, or if its bodies are in other files. The error lists the path of each
 *   invalid value.
 * @throws TypeError if an option is invalid.
 * @example
 * ```ts
 * import { readFile } from 'node:fs/promises';
 * import { fromHar } from '@mock-services/sdk/activity';
 *
 * const entries = fromHar(await readFile('log.har', 'utf8'), {
 *   onSkipped: ({ index, part, reason }) => console.error(`${part} ${index}: ${reason}`),
 * });
 * ```
 */
export function fromHar(har: unknown, options: FromHarOptions = {}): ActivityEntry[] {
  checkFields('options', options, ['onSkipped'], 'option');
  const { onSkipped } = options;
  if (onSkipped !== undefined && typeof onSkipped !== 'function')
    throw invalid('options.onSkipped', 'a function', onSkipped);
  if (isPromise(har)) throw wrongInput('fromHar', 'a HAR file as text, bytes or parsed JSON', har);
  const bytes = bytesIn(har);
  const text = bytes ? new TextDecoder().decode(bytes) : har;
  const parsed = typeof text === 'string' ? parse(text) : text;
  const problems = check(fileSchema(), parsed);
  if (problems.length > 0) throw new HarError(problems);
  // The schema check guarantees this type.
  const { entries } = (parsed as ReadableFile).log;
  const skipped: SkippedPart[] = [];
  const answered = entries.flatMap((entry, index) => {
    const reason = skipReason(entry);
    if (reason === undefined) return [{ entry, index }];
    skipped.push({ index, part: 'exchange', reason });
    return [];
  });
  const schema = entrySchema();
  const issues = answered.flatMap(({ entry, index }) =>
    check(schema, entry).map((issue) => issueWithin(index, issue)),
  );
  if (issues.length > 0) throw new HarError(capIssues(issues));
  const valid = answered as readonly { readonly entry: ReadableEntry; readonly index: number }[];
  const start = valid[0]?.entry.startedDateTime ?? '';
  const seen = new Map<string, number>();
  const read = valid.map(({ entry, index }) => {
    const rest = readEntry(entry, start, {
      invalid: (keys, expected, received) =>
        issues.push({ ...locate(['log', 'entries', index, ...keys]), expected, received }),
      missing: (part, reason) => skipped.push({ index, part, reason }),
    });
    const kept = keptFacts(entry);
    if (kept) return { id: kept.id, ...rest, metadata: kept.metadata };
    const content = JSON.stringify(rest);
    const before = seen.get(content) ?? 0;
    seen.set(content, before + 1);
    return { id: contentId(`${content}${before}`), ...rest };
  });
  if (issues.length > 0) throw new HarError(capIssues(issues));
  const inOrder = skipped.sort((one, other) => one.index - other.index);
  if (onSkipped) for (const part of inOrder) onSkipped(part);
  else printSkipped(inOrder);
  return read;
}

function issueWithin(index: number, issue: Issue): Issue {
  const { path, pointer } = locate(['log', 'entries', index]);
  return { ...issue, path: path + (issue.path && `.${issue.path}`), pointer: pointer + issue.pointer };
}

/** Returns why an exchange has no counterpart in an activity log, or `undefined` for an exchange to convert. */
function skipReason(entry: unknown): string | undefined {
  if (!isObject(entry)) return undefined;
  const { request, response } = entry;
  if (response === undefined || response === null) return 'It has no response.';
  if (!isObject(response)) return undefined;
  const { status } = response;
  if (status === undefined || status === null) return 'Its response has no status.';
  if (typeof status === 'number' && !(status >= 100 && status <= 599)) {
    return `Its status is ${status}, which is not from 100 to 599.`;
  }
  const url = isObject(request) && typeof request['url'] === 'string' ? parseUrl(request['url']) : undefined;
  return url === undefined || /^(?:http|ws)s?:$/.test(url.protocol)
    ? undefined
    : 'The scheme of its URL is not http, https, ws or wss.';
}

function printSkipped(skipped: readonly SkippedPart[]): void {
  const [first] = skipped;
  if (first === undefined) return;
  const exchanges = skipped.filter(({ part }) => part === 'exchange').length;
  const bodies = skipped.length - exchanges;
  const counts = `${exchanges} skipped exchange${exchanges === 1 ? '' : 's'} and ${bodies} missing bod${bodies === 1 ? 'y' : 'ies'}`;
  const example = `log.entries[${first.index}], ${first.part}: ${first.reason}`;
  printWarning(`fromHar: ${counts}. Pass onSkipped to receive all. The first: ${example}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\u{feff}/u, ''));
  } catch {
    // The platform's message would quote the HAR file.
    throw new HarError([{ ...locate([]), expected: 'JSON', received: 'text that is not JSON' }]);
  }
}

interface Findings {
  readonly invalid: (keys: readonly string[], expected: string, received: string) => void;
  readonly missing: (part: SkippedPart['part'], reason: string) => void;
}

function readEntry(entry: ReadableEntry, start: string, findings: Findings): Omit<ActivityEntry, 'id'> {
  const timeMs = Math.min(Math.max(0, timeOf(entry)), Number.MAX_SAFE_INTEGER);
  const request = readRequest(entry, findings);
  const response = readResponse(entry, timeMs, findings);
  const hasCoding = [request, response].some(
    ({ headers }) => headerOf(headers, 'content-encoding') !== undefined,
  );
  // A WebSocket connection begins with an HTTP request over `http` or `https`.
  const isSecure = /^(?:https|wss):$/.test(new URL(entry.request.url).protocol);
  const metadata = withNotes(
    { scenarioId: contentId(`${start} ${entry.pageref ?? ''}`) },
    {
      scheme: isSecure ? 'https' : 'http',
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

function readRequest({ request }: ReadableEntry, findings: Findings): RecordedRequest {
  const headers = headerRecord(request.headers ?? []);
  const { postData, bodySize } = request;
  const params = postData?.params ?? [];
  const contentType = headerOf(headers, 'content-type') ?? postData?.mimeType ?? undefined;
  const form = formText(params, contentType);
  const bodyBase64Encoded = readBody(
    postData?.text ? postData : { ...postData, text: form, encoding: undefined },
    contentType,
    ['request', 'postData'],
    findings,
  );
  const isDeclared =
    isPositive(bodySize) || isPositive(headerOf(headers, 'content-length')) || params.length > 0;
  if (bodyBase64Encoded === '' && isDeclared && form === '') {
    findings.missing('request body', params.length > 0 ? onlyFields : notInFile);
  }
  return { ...readUrl(request.url), method: request.method, headers, bodyBase64Encoded };
}

const notInFile = 'The file declares a body, but does not contain it.';
const onlyFields = 'The file contains the fields of the form, but not its text.';

function readResponse(
  { request, response }: ReadableEntry,
  timeMs: number,
  findings: Findings,
): RecordedResponse {
  const headers = headerRecord(response.headers ?? []);
  const { content, status, bodySize } = response;
  const contentType = headerOf(headers, 'content-type') ?? content?.mimeType ?? undefined;
  const bodyBase64Encoded = readBody(content ?? {}, contentType, ['response', 'content'], findings);
  const size = content?.['size'];
  const isDeclared =
    // Some browsers write a positive `bodySize` for responses without a body.
    isPositive(typeof size === 'number' && size >= 0 ? size : bodySize) ||
    isPositive(headerOf(headers, 'content-length'));
  // These responses never have a body (RFC 9110 §6.4.1), although their headers may describe one.
  const isBodiless = request.method === 'HEAD' || status < 200 || status === 204 || status === 304;
  if (bodyBase64Encoded === '' && isDeclared && !isBodiless) findings.missing('response body', notInFile);
  return { statusCode: status, headers, bodyBase64Encoded, responseTimeMs: Math.round(timeMs) };
}

function isPositive(size: unknown): boolean {
  return (typeof size === 'number' || typeof size === 'string') && Number(size) > 0;
}

interface RecordedText {
  readonly text?: string | null | undefined;
  readonly encoding?: string | null | undefined;
  readonly [field: string]: unknown;
}

/** Fields in which Playwright writes the name of the file that contains the body. */
const fileFields = ['_file', '_sha1'];

function readBody(
  recorded: RecordedText,
  contentType: string | undefined,
  keys: readonly string[],
  { invalid }: Findings,
): string {
  const text = recorded.text ?? '';
  const file = fileFields.find((field) => typeof recorded[field] === 'string');
  if (text === '' && file !== undefined) {
    const expected = "the body in `text` (record the HAR file with `content: 'embed'`)";
    invalid([...keys, file], expected, 'the name of another file');
  }
  if (recorded.encoding?.toLowerCase() !== 'base64') return encodeBase64(encodeText(text, contentType));
  const decoded = decodeBase64(text);
  if ('bytes' in decoded) return encodeBase64(decoded.bytes);
  invalid([...keys, 'text'], 'Base64', 'other text');
  return '';
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

/** Returns a version 8 UUID (RFC 9562 §5.8) with 64 bits of a fast, non-cryptographic hash. */
function contentId(text: string): string {
  // The hashes are modeled on MurmurHash3.
  const [first, second] = [hash(text, 0x9e3779b9, 0x85ebca6b), hash(text, 0x243f6a88, 0xc2b2ae35)].map(
    (one) => one.toString(16).padStart(8, '0'),
  );
  return `${first}-${second?.slice(0, 4)}-8${second?.slice(4, 7)}-8${second?.slice(7)}00-000000000000`;
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
