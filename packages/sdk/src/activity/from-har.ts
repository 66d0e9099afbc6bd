import {
  arrayOf,
  type Check,
  integer,
  isGuid,
  isObject,
  oneOf,
  parseUrl,
  string,
  wrong,
} from '../contract/kinds.ts';
import { type Issue, issueAt, listIssues, Place } from '../contract/issue.ts';
import type { ActivityEntry, RecordedRequest } from '../contract/resources.ts';
import { ActivityError } from '../errors.ts';
import { printWarning } from '../print-warning.ts';
import { checkFields, invalid, isPromise } from './arguments.ts';
import { bytesIn, decodeBase64, encodeBase64, encodeText } from './bytes.ts';
import { defaultPort, mediaTypeOf, noHost, type Notes, withNotes } from './exchange.ts';

/** An exchange or a body in a HAR file that `fromHar` could not convert. */
export interface SkippedPart {
  /** Index in `log.entries`. */
  readonly index: number;
  /** `exchange` means that there is no entry for the exchange. Otherwise, the named body is empty in the entry. */
  readonly part: 'exchange' | 'request body' | 'response body';
  /** A sentence that contains no text from the file. */
  readonly reason: string;
}

export interface FromHarOptions {
  /**
   * Called for each skipped exchange and each missing body. `fromHar` throws the error that `onSkipped` throws.
   * @default prints how much was skipped with `console.warn`
   */
  readonly onSkipped?: ((skipped: SkippedPart) => void) | undefined;
}

/**
 * Converts an HTTP Archive (HAR), such as an export from a browser, to activity entries (§2.5). The argument may be
 * text, UTF-8 bytes or parsed JSON.
 *
 * Repeated headers are joined into one value. In a joined `set-cookie` header, each line is a cookie. Converting the
 * same file twice results in the same ids. Each page of the file gets its own `scenarioId`. Entries that `toHar` wrote
 * keep their ids and metadata.
 *
 * The object `metadata['@mock-services/sdk']` contains additional facts: `scheme` is `http` or `https`, `timeMs` is a
 * response time that is not an integer, and `decoded` is true if the file contains a decoded body.
 *
 * An exchange is skipped if it has no response, no absolute `http`, `https`, `ws` or `wss` URL, no ISO 8601 start time
 * (in UTC by default), or no status from 100 to 599. Aborted requests have the status -1 or 0. A body becomes empty if
 * it is invalid Base64, is in another file, or is missing although its size or a header declares a body. `onSkipped`
 * reports skipped exchanges and missing bodies.
 * @throws {@link ActivityError} `invalid-har` if the argument is not a HAR file. The error lists the first 100 invalid
 *   fields, such as `log.entries[3].request.headers`.
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
  if (isPromise(har)) throw invalid('fromHar', 'a HAR file as text, bytes or parsed JSON', har);
  const skipped: SkippedPart[] = [];
  const ids = new Ids();
  const entries = exchangesIn(har).flatMap((exchange, index) => {
    const report: Report = (part, problem) => skipped.push({ index, part, reason: `${problem}.` });
    return entryOf(exchange, ids, report) ?? [];
  });
  if (onSkipped) for (const part of skipped) onSkipped(part);
  else printSkipped(skipped);
  return entries;
}

type Report = (part: SkippedPart['part'], problem: string) => unknown;

function printSkipped(skipped: readonly SkippedPart[]): void {
  const [first] = skipped;
  if (first === undefined) return;
  const exchanges = skipped.filter(({ part }) => part === 'exchange').length;
  const bodies = skipped.length - exchanges;
  const counts = `${exchanges} skipped exchange${exchanges === 1 ? '' : 's'} and ${bodies} missing bod${bodies === 1 ? 'y' : 'ies'}`;
  const example = `log.entries[${first.index}], ${first.part}: ${first.reason}`;
  printWarning(`fromHar: ${counts}. Pass onSkipped to receive all. The first: ${example}`);
}

/** The list omits `ssl`, because in HAR 1.2 the time of `connect` includes the time of `ssl`. */
const timeParts = ['blocked', 'dns', 'connect', 'send', 'wait', 'receive'] as const;

interface Typed<Value> extends Check {
  readonly type?: Value;
}
type Of<Typ> = Typ extends Typed<infer Value> ? Value : never;
type Maybe<Value> = Value | null | undefined;

const optional =
  <Value>(check: Typed<Value>): Typed<Maybe<Value>> =>
  (value, place) =>
    value === undefined || value === null ? 0 : check(value, place);
const list =
  <Value>(item: Typed<Value>): Typed<readonly Value[]> =>
  (value, place) =>
    arrayOf(item, value, place);
const object = <Fields extends Readonly<Record<string, Check>>>(
  fields: Fields,
): Typed<{ readonly [Name in keyof Fields]: Of<Fields[Name]> }> => {
  const checks = Object.entries(fields);
  return (value, place) => {
    if (!isObject(value)) return wrong('object', value, place);
    let count = 0;
    for (const [name, check] of checks) count += check(value[name], place?.at(name));
    return count;
  };
};

const text: Typed<Maybe<string>> = optional(string);
const number: Typed<Maybe<number>> = optional(oneOf('number'));
const some: Typed<string> = string;
const status: Typed<number> = integer;
const scalar: Typed<Maybe<string | number>> = optional(oneOf('string', 'number'));

/** Playwright writes `_file` or `_sha1` if the body is in another file. */
const pairs = optional(list(object({ name: some, value: scalar })));
const body = optional(
  object({ mimeType: text, text, encoding: text, params: pairs, size: number, _file: text, _sha1: text }),
);
const message = { headers: pairs, bodySize: number };
const exchange = object({
  startedDateTime: some,
  time: number,
  timings: optional(object(Object.fromEntries(timeParts.map((part) => [part, number])))),
  pageref: text,
  request: object({ ...message, method: some, url: some, postData: body }),
  response: object({ ...message, status, content: body }),
  _mockServices: () => 0,
});
type Exchange = Of<typeof exchange>;

/** Other fields of an exchange without a response are not checked, because they differ between tools. */
const file = object({
  log: object({
    entries: list((value, place) => (noAnswer(value) === undefined ? exchange(value, place) : 0)),
  }),
});

function exchangesIn(har: unknown): readonly Exchange[] {
  const bytes = bytesIn(har);
  const given = bytes ? new TextDecoder().decode(bytes) : har;
  let value = given;
  try {
    if (typeof given === 'string') value = JSON.parse(given.replace(/^\u{feff}/u, ''));
  } catch {
    // Replace the platform's error, because its message would quote the HAR file.
    throw harError([issueAt([], 'JSON', 'text that is not JSON')]);
  }
  if (file(value) === 0) return (value as { readonly log: { readonly entries: Exchange[] } }).log.entries;
  const issues: Issue[] = [];
  file(value, new Place(issues));
  throw harError(issues);
}

function harError(issues: readonly Issue[]): ActivityError {
  return new ActivityError('invalid-har', `The HAR file is invalid:${listIssues(issues)}`, { issues });
}

function noAnswer(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const response = value['response'] ?? undefined;
  if (response === undefined) return 'It has no response';
  const status = isObject(response) ? (response['status'] ?? 'missing') : '';
  const isOdd = status === 'missing' || (typeof status === 'number' && (status < 100 || status > 599));
  return isOdd ? `Its status is ${status}, which is not from 100 to 599` : undefined;
}

/** Interprets a time without a time zone as UTC, whereas `Date` would use the local time zone. */
function timestampOf(text: string): string | undefined {
  const [whole, time, zone] = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/i.exec(text) ?? [];
  const date = new Date(time !== undefined && zone === undefined ? `${whole}Z` : (whole ?? NaN));
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

function entryOf(exchange: Exchange, ids: Ids, report: Report): ActivityEntry | undefined {
  const skip = (problem: string) => void report('exchange', problem);
  const problem = noAnswer(exchange);
  if (problem !== undefined) return skip(problem);
  const { request, response, startedDateTime } = exchange;
  const url = parseUrl(request.url);
  if (!url || !/^(?:http|ws)s?:$/.test(url.protocol))
    return skip('Its URL is not an absolute http, https, ws or wss URL');
  const timestamp = timestampOf(startedDateTime);
  if (timestamp === undefined) return skip('It has no ISO 8601 timestamp');
  const timeMs = Math.min(Math.max(0, timeOf(exchange)), Number.MAX_SAFE_INTEGER);
  const sent = headersOf(request.headers);
  const received = headersOf(response.headers);
  // Responses to HEAD requests and 1xx, 204 and 304 responses never have a body (RFC 9110 §6.4.1).
  const isBodiless = request.method === 'HEAD' || /^(?:1..|204|304)$/.test(String(response.status));
  const { content } = response;
  // Prefer `content.size`, because some browsers write a positive `bodySize` for responses without a body.
  const size = (content?.size ?? -1) < 0 ? response.bodySize : content?.size;
  const notes: Notes = {
    // `ws` and `wss` become `http` and `https`, because a WebSocket connection begins with an HTTP request.
    scheme: /^(?:https|wss):$/.test(url.protocol) ? 'https' : 'http',
    ...(!Number.isInteger(timeMs) && { timeMs }),
    ...((sent.has('content-encoding') || received.has('content-encoding')) && { decoded: true }),
  };
  const { id, metadata } = keptFacts(exchange) ?? {
    id: ids.of(exchange),
    metadata: withNotes({ scenarioId: ids.ofPage(exchange) }, notes),
  };
  return {
    id,
    request: {
      ...targetOf(url, request.url),
      method: request.method,
      headers: Object.fromEntries(sent.values()),
      bodyBase64Encoded: bodyIn(request.postData, sent, request.bodySize, (problem) =>
        report('request body', problem),
      ),
    },
    response: {
      statusCode: response.status,
      headers: Object.fromEntries(received.values()),
      bodyBase64Encoded: bodyIn(content, received, size, (problem) => {
        if (!isBodiless || problem !== notInFile) report('response body', problem);
      }),
      responseTimeMs: Math.round(timeMs),
    },
    metadata,
    timestamp,
  };
}

/**
 * Old Firefox versions omit the total time, so add up the timings. A timing of -1 means that the step did not happen.
 */
function timeOf({ time, timings }: Exchange): number {
  return time ?? timeParts.reduce((sum, part) => sum + Math.max(0, timings?.[part] ?? 0), 0);
}

function keptFacts({ _mockServices: facts }: Exchange): Pick<ActivityEntry, 'id' | 'metadata'> | undefined {
  const { id, metadata } = isObject(facts) ? facts : {};
  const isWhole = isGuid(id) && isObject(metadata) && isGuid(metadata['scenarioId']);
  return isWhole ? ({ id, metadata } as Pick<ActivityEntry, 'id' | 'metadata'>) : undefined;
}

/** Omits the user name and password, because browsers do not send them in the URL. */
function targetOf(
  { hostname, port, protocol }: URL,
  address: string,
): Pick<RecordedRequest, 'hostname' | 'port' | 'path'> {
  const [, target = ''] = /^[^:]*:\/\/[^/?#]*([^#]*)/.exec(address.trim()) ?? [];
  return {
    hostname: hostname === noHost ? '' : hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? defaultPort(protocol.slice(0, -1)) : Number(port),
    path: target.startsWith('/') ? target : `/${target}`,
  };
}

const separators = new Map([
  ['set-cookie', '\n'],
  ['cookie', '; '],
]);

type Headers = ReadonlyMap<string, readonly [name: string, value: string]>;

function headersOf(given: Of<typeof pairs>): Headers {
  const found = new Map<string, readonly [string, string]>();
  for (const { name, value } of given ?? []) {
    const key = name.toLowerCase();
    const before = found.get(key);
    const text = String(value ?? '');
    found.set(key, before ? [before[0], before[1] + (separators.get(key) ?? ', ') + text] : [name, text]);
  }
  return found;
}

const notInFile = 'The file declares a body, but does not contain it';

function bodyIn(
  given: Of<typeof body>,
  headers: Headers,
  size: Maybe<number>,
  report: (problem: string) => void,
): string {
  const contentType = headers.get('content-type')?.[1] ?? given?.mimeType ?? undefined;
  const isForm = mediaTypeOf(contentType) === 'application/x-www-form-urlencoded';
  const params = given?.params ?? [];
  const fields = params.map(({ name, value }) => [name, String(value ?? '')]);
  const text = given?.text || (isForm ? new URLSearchParams(fields).toString() : '');
  if (text === '') {
    const isDeclared = [size, headers.get('content-length')?.[1], params.length].some(
      (one) => Number(one) > 0,
    );
    if (typeof (given?._file ?? given?._sha1) === 'string')
      report("The body is in another file, so record the HAR file with `content: 'embed'`");
    else if (isDeclared) report(notInFile);
    return '';
  }
  if (!/^base64$/i.test(given?.encoding ?? '')) return encodeBody(text, contentType);
  if (text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text)) return text;
  const bytes = decodeBase64(text);
  if (bytes) return encodeBase64(bytes);
  report('The body is not Base64');
  return '';
}

/** ASCII text is encoded directly, because this is several times faster than encoding UTF-8. */
function encodeBody(text: string, contentType: string | undefined): string {
  const isPlain = !/[\u0080-\uffff]/.test(text) && !/charset(?!=utf-8\b)/i.test(contentType ?? '');
  return isPlain ? btoa(text) : encodeBase64(encodeText(text, contentType));
}

class Ids {
  readonly #counts = new Map<string, number>();
  readonly #scenarios = new Map<string, string>();
  #start: string | undefined;

  /** The hash does not include bodies, because hashing bodies would take longer than parsing the file. */
  of({ startedDateTime, request, response, time }: Exchange): string {
    const key = `${startedDateTime} ${request.method} ${request.url} ${response.status} ${time}`;
    const count = this.#counts.get(key) ?? 0;
    this.#counts.set(key, count + 1);
    return contentId(`${key} ${count}`);
  }

  /** The hash includes the start time of the first exchange, because pages of two files may have the same names. */
  ofPage({ pageref, startedDateTime }: Exchange): string {
    this.#start ??= startedDateTime;
    const page = pageref ?? '';
    const id = this.#scenarios.get(page) ?? contentId(`${this.#start} ${page}`);
    this.#scenarios.set(page, id);
    return id;
  }
}

/** Returns a version 8 UUID (RFC 9562 §5.8) with 64 bits of a fast, non-cryptographic hash. */
function contentId(content: string): string {
  let [first, second] = [1, 2];
  for (let index = 0; index < content.length; index += 1) {
    const code = content.charCodeAt(index);
    first = Math.imul(first ^ code, 0x85ebca6b);
    first ^= first >>> 15;
    second = Math.imul(second ^ code, 0xc2b2ae35);
    second ^= second >>> 15;
  }
  const hash = [first, second].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
  return hash.replace(/^(.{8})(.{4})(.{3})(.)$/, '$1-$2-8$3-8$400-000000000000');
}
