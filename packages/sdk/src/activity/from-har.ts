import { isGuid, isObject, parseUrl } from '../contract/kinds.ts';
import { issueAt, locate, typeName } from '../contract/issue.ts';
import type { ActivityEntry, RecordedRequest } from '../contract/resources.ts';
import { checkFields, invalid, isPromise, wrongInput } from './arguments.ts';
import { printWarning } from '../print-warning.ts';
import { bytesIn, decodeBase64, encodeBase64, encodeText } from './bytes.ts';
import { HarError } from './errors.ts';
import { defaultPort, mediaTypeOf, noHost, withNotes } from './exchange.ts';

/** Something in a HAR file that has no counterpart in the entries that `fromHar` returns. */
export interface SkippedPart {
  /** Position in `log.entries`. */
  readonly index: number;
  /** Whether the whole exchange is left out, or a body cannot be read, so that it is empty in the entry. */
  readonly part: 'exchange' | 'request body' | 'response body';
  /**
   * A sentence without texts of the file. If a value is missing or cannot be read, it names the path of the value, such
   * as `log.entries[3].request.url`.
   */
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
 * HAR files differ between tools, so a value of another type is converted: a status may be text, headers may be an
 * object, and a body may be parsed JSON. A time without a time zone is in UTC. An odd optional value is ignored.
 *
 * An exchange is skipped if it has no response, no method, no absolute `http`, `https`, `ws` or `wss` URL or no start
 * time, or if its status is not from 100 to 599, such as the -1 or 0 of an aborted request. If a body is not Base64 as
 * declared, is in another file, or is missing although its size or a header declares it, the body of the entry is
 * empty. `onSkipped` reports both.
 * @throws {@link HarError} if the argument is not JSON with a list `log.entries`.
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
  const skipped: SkippedPart[] = [];
  const scenarioOf = scenarios();
  const seen = new Map<string, number>();
  const read: ActivityEntry[] = [];
  for (const [index, entry] of entriesOf(typeof text === 'string' ? parse(text) : text).entries()) {
    const rest = readEntry(entry, scenarioOf, (part, problem, keys) => {
      const place = keys ? ` (${locate(['log', 'entries', index, ...keys]).path})` : '';
      skipped.push({ index, part, reason: `${problem}${place}.` });
    });
    if (rest === undefined) continue;
    const kept = keptFacts(entry);
    if (kept) {
      read.push({ id: kept.id, ...rest, metadata: kept.metadata });
      continue;
    }
    const content = JSON.stringify(rest);
    const id = contentId(content, '0');
    const before = seen.get(id) ?? 0;
    seen.set(id, before + 1);
    read.push({ id: before === 0 ? id : contentId(content, String(before)), ...rest });
  }
  if (onSkipped) for (const part of skipped) onSkipped(part);
  else printSkipped(skipped);
  return read;
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
    throw notHar([], 'JSON', 'text that is not JSON');
  }
}

function entriesOf(file: unknown): readonly unknown[] {
  if (!isObject(file)) throw notHar([], 'object', typeName(file));
  const { log } = file;
  if (!isObject(log)) throw notHar(['log'], 'object', typeName(log));
  const { entries } = log;
  if (!Array.isArray(entries)) throw notHar(['log', 'entries'], 'array', typeName(entries));
  return entries as unknown[];
}

function notHar(keys: readonly string[], expected: string, received: string): HarError {
  return new HarError([issueAt(keys, expected, received)]);
}

type Fields = Readonly<Record<string, unknown>>;

/** @param keys - Lead from the entry to the missing or odd value. */
type Report = (part: SkippedPart['part'], problem: string, keys?: readonly string[]) => void;

type ScenarioOf = (page: string, startedDateTime: string) => string;

/** Tells the pages of two files apart by the start of the first exchange, because both may have the same names. */
function scenarios(): ScenarioOf {
  let start: string | undefined;
  const ids = new Map<string, string>();
  return (page, startedDateTime) => {
    start ??= startedDateTime;
    const id = ids.get(page) ?? contentId(`${start} ${page}`);
    ids.set(page, id);
    return id;
  };
}

/** Reports an exchange that has no counterpart in an activity log, and returns `undefined`. */
function readEntry(
  entry: unknown,
  scenarioOf: ScenarioOf,
  report: Report,
): Omit<ActivityEntry, 'id'> | undefined {
  const skip = (problem: string, ...keys: string[]): undefined => {
    report('exchange', problem, keys);
  };
  if (!isObject(entry)) return skip('It is not an object');
  const { request, response, startedDateTime } = entry;
  if (!isObject(response)) return skip('It has no response', 'response');
  const statusCode = numberOf(response['status']);
  if (statusCode === undefined) return skip('Its response has no status', 'response', 'status');
  if (!Number.isInteger(statusCode) || statusCode < 100 || statusCode > 599) {
    const problem = `Its status is ${statusCode}, which is not an integer from 100 to 599`;
    return skip(problem, 'response', 'status');
  }
  if (!isObject(request)) return skip('It has no request', 'request');
  const { method, url: address } = request;
  if (typeof method !== 'string') return skip('It has no method', 'request', 'method');
  const url = typeof address === 'string' ? parseUrl(address) : undefined;
  if (typeof address !== 'string' || !url) return skip('It has no absolute URL', 'request', 'url');
  if (!/^(?:http|ws)s?:$/.test(url.protocol))
    return skip('The scheme of its URL is not http, https, ws or wss', 'request', 'url');
  const timestamp = timestampOf(startedDateTime);
  if (timestamp === undefined) return skip('It has no ISO 8601 timestamp', 'startedDateTime');

  const timeMs = Math.min(Math.max(0, timeOf(entry)), Number.MAX_SAFE_INTEGER);
  const sent = headersOf(request['headers']);
  const received = headersOf(response['headers']);
  // These responses never have a body (RFC 9110 §6.4.1), although their headers may describe one.
  const isBodiless = method === 'HEAD' || statusCode < 200 || statusCode === 204 || statusCode === 304;
  const metadata = withNotes(
    { scenarioId: scenarioOf(textOf(entry['pageref']) ?? '', String(startedDateTime)) },
    {
      // A WebSocket connection begins with an HTTP request over `http` or `https`.
      scheme: /^(?:https|wss):$/.test(url.protocol) ? 'https' : 'http',
      ...(!Number.isInteger(timeMs) && { timeMs }),
      ...((sent.has('content-encoding') || received.has('content-encoding')) && { decoded: true }),
    },
  );
  return {
    request: {
      ...readUrl(url, address),
      method,
      headers: Object.fromEntries(sent.values()),
      bodyBase64Encoded: readRequestBody(request, sent, report),
    },
    response: {
      statusCode,
      headers: Object.fromEntries(received.values()),
      bodyBase64Encoded: readResponseBody(response, received, isBodiless, report),
      responseTimeMs: Math.round(timeMs),
    },
    metadata,
    timestamp,
  };
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Some tools write a number or parsed JSON in place of text. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  try {
    return value === null ? undefined : JSON.stringify(value);
  } catch {
    // It is nested too deeply.
    return undefined;
  }
}

/** Reads an ISO 8601 time without a zone as UTC. `Date` would read it in the zone of the machine. */
function timestampOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const isZoneless = /^\d{4}-\d\d-\d\d[T ][\d:.]+$/.test(value);
  const time = isZoneless ? `${value.replace(' ', 'T')}Z` : value;
  const isUtcOrZoned = /^\d{4}-\d\d-\d\d$|Z$|GMT|UTC|:.*[+-]\d\d:?\d\d$/i.test(time);
  const date = new Date(isUtcOrZoned ? time : NaN);
  const year = date.getUTCFullYear();
  return year >= 0 && year <= 9999 ? date.toISOString() : undefined;
}

/** Old Firefox versions omit the total time, so add up the steps. A time of -1 means that the step did not happen. */
function timeOf({ time, timings }: Fields): number {
  const total = numberOf(time);
  if (total !== undefined || !isObject(timings)) return total ?? 0;
  return timeParts.reduce((sum, part) => sum + Math.max(0, numberOf(timings[part]) ?? 0), 0);
}

/** In HAR 1.2, `connect` includes the time of `ssl`, so the list omits `ssl`. */
const timeParts = ['blocked', 'dns', 'connect', 'send', 'wait', 'receive'];

function keptFacts(entry: unknown): Pick<ActivityEntry, 'id' | 'metadata'> | undefined {
  const facts = isObject(entry) ? entry['_mockServices'] : undefined;
  const { id, metadata } = isObject(facts) ? facts : {};
  const isWhole = isGuid(id) && isObject(metadata) && isGuid(metadata['scenarioId']);
  return isWhole ? ({ id, metadata } as Pick<ActivityEntry, 'id' | 'metadata'>) : undefined;
}

/** Drops the user name and password, because browsers do not send them. The path stays as recorded. */
function readUrl(
  { hostname, port, protocol }: URL,
  address: string,
): Pick<RecordedRequest, 'hostname' | 'port' | 'path'> {
  const [, authority, rest = ''] = /^[^:]*:(\/\/[^/?#\\]*)?([^#]*)/.exec(address.trim()) ?? [];
  const path = authority !== undefined && !/^[/\\]/.test(rest) ? `/${rest}` : rest;
  return {
    hostname: hostname === noHost ? '' : hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? defaultPort(protocol.slice(0, -1)) : Number(port),
    path,
  };
}

type Pair = readonly [name: string, value: string];

/** Reads the pairs of HAR, or an object with a field for each name. Leaves out a pair without a name. */
function pairsOf(value: unknown): Pair[] {
  const found: Pair[] = [];
  const pairs = Array.isArray(value)
    ? value.map((pair: unknown) => (isObject(pair) ? [pair['name'], pair['value']] : []))
    : Object.entries(isObject(value) ? value : {});
  for (const [name, given] of pairs as readonly (readonly unknown[])[]) {
    if (typeof name !== 'string') continue;
    if (Array.isArray(given)) for (const one of given as unknown[]) found.push([name, textOf(one) ?? '']);
    else found.push([name, textOf(given) ?? '']);
  }
  return found;
}

const separators = new Map([
  ['set-cookie', '\n'],
  ['cookie', '; '],
]);

/** The key of a header is its name in lower case. */
type Headers = ReadonlyMap<string, Pair>;

function headersOf(pairs: unknown): Headers {
  const found = new Map<string, Pair>();
  for (const pair of pairsOf(pairs)) {
    const key = pair[0].toLowerCase();
    const before = found.get(key);
    found.set(key, before ? [before[0], before[1] + (separators.get(key) ?? ', ') + pair[1]] : pair);
  }
  return found;
}

function readRequestBody({ postData, bodySize }: Fields, headers: Headers, report: Report): string {
  const recorded = recordedBody(postData);
  const params = pairsOf(recorded['params']);
  const contentType = contentTypeOf(headers, recorded);
  const isForm = mediaTypeOf(contentType) === 'application/x-www-form-urlencoded';
  const form = isForm && !textOf(recorded['text']) ? formText(params) : '';
  if (form !== '') return encodeBody(form, contentType);
  const isDeclared = isPositive(bodySize) || isPositive(headers.get('content-length')?.[1]);
  const missing = params.length > 0 ? onlyFields : isDeclared ? notInFile : undefined;
  return readBody(recorded, contentType, missing, 'request body', report);
}

const notInFile = 'The file declares a body, but does not contain it';
const onlyFields = 'The file contains the fields of the form, but not its text';

function readResponseBody(
  { content, bodySize }: Fields,
  headers: Headers,
  isBodiless: boolean,
  report: Report,
): string {
  const recorded = recordedBody(content);
  const size = numberOf(recorded['size']) ?? -1;
  const isDeclared =
    // Some browsers write a positive `bodySize` for responses without a body.
    isPositive(size >= 0 ? size : bodySize) || isPositive(headers.get('content-length')?.[1]);
  const missing = isDeclared && !isBodiless ? notInFile : undefined;
  return readBody(recorded, contentTypeOf(headers, recorded), missing, 'response body', report);
}

/** Some tools write the text in place of the object that contains it. */
function recordedBody(value: unknown): Fields {
  return isObject(value) ? value : typeof value === 'string' ? { text: value } : {};
}

function contentTypeOf(headers: Headers, { mimeType }: Fields): string | undefined {
  return headers.get('content-type')?.[1] ?? (typeof mimeType === 'string' ? mimeType : undefined);
}

function isPositive(size: unknown): boolean {
  return (numberOf(size) ?? 0) > 0;
}

/** Chrome writes fields as they were sent, and other tools decode them. */
function formText(params: readonly Pair[]): string {
  const sent = params.map((pair) => pair.join('=')).join('&');
  const isSent =
    sent.includes('%') && !params.flat().some((text) => /[^\w*.+!'()~%-]|%(?![\da-f]{2})/i.test(text));
  return isSent ? sent : new URLSearchParams(params.map((pair) => [...pair])).toString();
}

/** Fields in which Playwright writes the name of the file that contains the body. */
const fileFields = ['_file', '_sha1'];

const bodyKeys = { 'request body': ['request', 'postData'], 'response body': ['response', 'content'] };

/** @param missing - The problem to report if the body is empty. */
function readBody(
  recorded: Fields,
  contentType: string | undefined,
  missing: string | undefined,
  part: keyof typeof bodyKeys,
  report: Report,
): string {
  const text = textOf(recorded['text']) ?? '';
  if (text === '') {
    const file = fileFields.find((field) => typeof recorded[field] === 'string');
    if (file !== undefined) report(part, inOtherFile, [...bodyKeys[part], file]);
    else if (missing !== undefined) report(part, missing);
    return '';
  }
  const { encoding } = recorded;
  if (typeof encoding !== 'string' || encoding.toLowerCase() !== 'base64')
    return encodeBody(text, contentType);
  // Only the last digits can be written in several ways, so most of a long body need not be decoded.
  const start = text.length % 4 === 0 && !/[^A-Za-z\d+/]/.test(text.slice(0, -4)) ? text.slice(0, -4) : '';
  const end = decodeBase64(text.slice(start.length));
  if ('bytes' in end) return start + encodeBase64(end.bytes);
  report(part, 'The body is not Base64', [...bodyKeys[part], 'text']);
  return '';
}

const inOtherFile = "The body is in another file, so record the HAR file with `content: 'embed'`";

/** ASCII is the same in UTF-8, and encoding it directly is several times faster. */
function encodeBody(text: string, contentType: string | undefined): string {
  const isPlain = !/[\u0080-\uffff]/.test(text) && !/charset(?!=utf-8\b)/i.test(contentType ?? '');
  return isPlain ? btoa(text) : encodeBase64(encodeText(text, contentType));
}

/** Returns a version 8 UUID (RFC 9562 §5.8) with 64 bits of a fast, non-cryptographic hash. */
function contentId(...parts: string[]): string {
  // The two hashes are modeled on MurmurHash3. One loop computes both in the time of one.
  let [first, second] = [0x9e3779b9, 0x243f6a88];
  for (const part of parts) {
    for (let index = 0; index < part.length; index += 1) {
      const code = part.charCodeAt(index);
      first = Math.imul(first ^ code, 0x85ebca6b);
      first ^= first >>> 15;
      second = Math.imul(second ^ code, 0xc2b2ae35);
      second ^= second >>> 15;
    }
  }
  const [start, end] = [mixed(first), mixed(second)];
  return `${start}-${end.slice(0, 4)}-8${end.slice(4, 7)}-8${end.slice(7)}00-000000000000`;
}

function mixed(hash: number): string {
  let state = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return ((state ^ (state >>> 16)) >>> 0).toString(16).padStart(8, '0');
}
