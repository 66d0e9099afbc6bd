import type { OperationId } from '@mock-services/sdk/contract';
import * as z from 'zod/mini';
import { FakeServerError } from '../errors.ts';
import { integer, operationId, textMap, unknownOperation, type Fields } from '../fields.ts';
import { didYouMean, shownValue, truncated } from '../words.ts';
import {
  journalEntrySchema,
  redacted,
  withoutCredentials,
  type JournalEntry,
  type ReceivedRequest,
} from './journal-entry.ts';

/**
 * Fields that a request must match. An omitted field matches any value. Any value may be an asymmetric matcher, such
 * as Vitest's `expect.any(String)`.
 */
export interface JournalFields {
  readonly operation?: OperationId | undefined;
  /** HTTP method, case-insensitive. */
  readonly method?: string | undefined;
  /** Path as sent, including the query string. A regular expression may match a part of the path. */
  readonly path?: string | RegExp | undefined;
  /** Parameter values are case-insensitive. Parameters that are not listed are ignored. */
  readonly params?: Readonly<Record<string, string>> | undefined;
  /**
   * Header names are case-insensitive. A string must equal the header value. Headers that are not listed are ignored.
   */
  readonly headers?: Readonly<Record<string, string | RegExp>> | undefined;
  /**
   * A string or regular expression is compared with the text of the body. An object or array is compared with the
   * parsed JSON, in which additional fields of objects are ignored. An asymmetric matcher receives the parsed JSON, or
   * the text if it matches strings.
   */
  readonly body?: unknown;
  readonly status?: number | undefined;
}

/** Schema of a matcher that a client sends as JSON. */
export const journalFieldsSchema = z.strictObject({
  operation: z.optional(operationId),
  method: z.optional(z.string()),
  path: z.optional(z.string()),
  params: z.optional(textMap),
  headers: z.optional(textMap),
  body: z.optional(z.unknown()),
  status: z.optional(integer(0)),
} satisfies Fields<JournalFields>);

export type JournalMatcher = JournalFields | ((entry: JournalEntry) => boolean);

export function checkMatcher(matcher: JournalMatcher): void {
  const problem = matcherProblem(matcher);
  if (problem !== undefined) {
    throw new FakeServerError('invalid-matcher', `The matcher is invalid:\n${problem}`);
  }
}

/**
 * Returns the first problem. Misspelled fields and operations, and values such as a `Date` or a `Map`, are rejected,
 * because they could never match a request.
 */
export function matcherProblem(matcher: unknown): string | undefined {
  if (typeof matcher === 'function') return undefined;
  if (!isObject(matcher))
    return `A matcher must be a function or an object of fields, not ${shownValue(matcher)}.`;
  const { operation, params = {}, headers = {}, ...others } = matcher;
  for (const [name, part] of Object.entries({ params, headers })) {
    if (!isObject(part)) return `${name} must be an object, not ${shownValue(part)}.`;
  }
  const opaque = opaqueParts(matcher);
  if (opaque.length > 0) return opaque.join('\n');
  const names = Object.keys(journalEntrySchema.shape);
  const unknown = Object.keys(others).find((name) => !names.includes(name));
  if (unknown === undefined) return isPattern(operation) ? undefined : unknownOperation(operation);
  const hint = didYouMean(unknown, names) || ` The fields are ${names.join(', ')}.`;
  const inBody = ' To match a field of the body, use body: { … }.';
  return `A request in the journal has no field ${shownValue(unknown)}.${hint}${inBody}`;
}

/** Whether a matcher for the operation need not be the name of one. */
function isPattern(operation: unknown): boolean {
  return operation === undefined || operation instanceof RegExp || isAsymmetric(operation);
}

/** Returns a line for each object that is not plain data. Does not recurse, because matchers may be deeply nested. */
function opaqueParts(matcher: JournalMatcher): string[] {
  const paths = new Map<unknown, string>([[matcher, 'matcher']]);
  const lines: string[] = [];
  // The loop also visits the parts that it adds.
  for (const [value, path] of paths) {
    if (typeof value !== 'object' || value === null || isAsymmetric(value)) continue;
    const type = Object.prototype.toString.call(value).slice('[object '.length, -1);
    if (!['Object', 'Array', 'RegExp'].includes(type))
      lines.push(`${path} cannot be a ${type}, because no JSON value equals it.`);
    for (const [key, part] of Object.entries(value)) if (!paths.has(part)) paths.set(part, `${path}.${key}`);
  }
  return lines;
}

interface Difference {
  /** Path such as `body.title`. */
  readonly path: string;
  /** Called only when necessary, because formatting a long value takes time. */
  readonly describe: () => string;
}

export function matches(matcher: JournalFields, request: ReceivedRequest): boolean {
  return differences(matcher, request).length === 0;
}

const otherRequest = 'the function did not return true for this request';

export function differences(matcher: JournalMatcher, entry: ReceivedRequest): Difference[] {
  if (typeof matcher === 'function') {
    return matcher(entry as JournalEntry) ? [] : [{ path: 'request', describe: () => otherRequest }];
  }
  const { params, headers, body, ...rest } = matcher;
  const named = headers && mapped(headers, ([name, value]) => [name.toLowerCase(), value]);
  return [
    ...Object.entries(rest).flatMap(([key, value]) =>
      key === 'method' && isSameMethod(value, entry.method) ? [] : compare(key, value, own(entry, key)),
    ),
    ...(params ? compare('params', mapped(params, inLowerCase), mapped(entry.params, inLowerCase)) : []),
    ...compare('headers', named, entry.headers),
    ...(body === undefined ? [] : compare('body', body, isOfText(body) ? entry.body : json(entry.body))),
  ];
}

function isSameMethod(expected: unknown, received: string): boolean {
  return typeof expected === 'string' && expected.toLowerCase() === received.toLowerCase();
}

interface AsymmetricMatcher {
  readonly asymmetricMatch: (received: unknown) => boolean;
  readonly toString: () => string;
  readonly toAsymmetricMatcher?: () => string;
  readonly getExpectedType?: () => string;
  readonly sample?: unknown;
}

function isAsymmetric(value: unknown): value is AsymmetricMatcher {
  return isObject(value) && typeof value['asymmetricMatch'] === 'function';
}

/** Whether the body is compared as text rather than as parsed JSON. */
function isOfText(body: unknown): boolean {
  if (isAsymmetric(body)) return body.getExpectedType?.() === 'string';
  return typeof body !== 'object' || body instanceof RegExp;
}

type Entry = readonly [string, unknown];

function mapped(object: object, change: (entry: Entry) => Entry): object {
  return isAsymmetric(object) ? object : Object.fromEntries(Object.entries(object).map(change));
}

function inLowerCase([key, value]: Entry): Entry {
  return [key, typeof value === 'string' ? value.toLowerCase() : value];
}

/** Ignores inherited properties, because a header may be named `constructor`. */
function own(object: object, key: string): unknown {
  return Object.hasOwn(object, key) ? Reflect.get(object, key) : undefined;
}

/** Ignores received fields that are not expected. */
function compare(path: string, expected: unknown, received: unknown): Difference[] {
  if (expected === undefined) return [];
  if (isAsymmetric(expected)) {
    return expected.asymmetricMatch(received) ? [] : [difference(path, expected, received)];
  }
  if (expected instanceof RegExp) {
    const found = typeof received === 'string' && received.search(expected) >= 0;
    return found ? [] : [difference(path, expected, received)];
  }
  if (Array.isArray(expected) && Array.isArray(received) && expected.length === received.length) {
    return expected.flatMap((item, i) => compare(`${path}[${i}]`, item, received[i]));
  }
  if (isObject(expected) && isObject(received)) {
    return Object.entries(expected).flatMap(([key, value]) => {
      const found = compare(`${path}.${key}`, value, own(received, key));
      return Object.hasOwn(received, key) ? found : found.map((each) => withFields(each, received));
    });
  }
  return Object.is(expected, received) ? [] : [difference(path, expected, received)];
}

function difference(path: string, expected: unknown, received: unknown): Difference {
  return { path, describe: () => `expected ${show(expected)}, received ${show(received)}` };
}

function withFields({ path, describe }: Difference, received: object): Difference {
  return {
    path,
    describe: () => {
      const names = Object.keys(received).join(', ');
      return describe() + (names === '' ? '' : `; received fields: ${truncated(names, shownNamesLength)}`);
    },
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const shownLength = 80;

const shownNamesLength = 400;

function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  const shown = shownAs('', value);
  const text = shown !== value && typeof shown === 'string' ? shown : serialized(value);
  return truncated(text, shownLength);
}

function serialized(value: unknown): string {
  if (typeof value === 'function' || typeof value === 'symbol') return typeof value;
  try {
    return JSON.stringify(value, shownAs);
  } catch {
    return typeof value;
  }
}

function shownAs(_: string, value: unknown): unknown {
  if (isAsymmetric(value)) return nameOf(value);
  return value instanceof RegExp ? String(value) : value;
}

/** Returns, for example, `Any<String>` or `StringContaining "Orders"`. */
function nameOf(matcher: AsymmetricMatcher): string {
  const { toAsymmetricMatcher, sample } = matcher;
  if (toAsymmetricMatcher) return toAsymmetricMatcher.call(matcher);
  return sample === undefined ? String(matcher) : `${String(matcher)} ${show(sample)}`;
}

const shownRequests = 3;

export function explainNoMatch(entries: readonly JournalEntry[], matcher: JournalMatcher): string {
  const shown = typeof matcher === 'function' ? matcher : redactedMatcher(matcher);
  const expected = typeof matcher === 'function' ? 'the function' : show(shown);
  const ranked = entries
    .map((entry) => ({ entry, different: differences(matcher, entry) }))
    .sort((a, b) => a.different.length - b.different.length);
  const matching = ranked.filter(({ different }) => different.length === 0).length;
  if (matching > 0)
    return `${matching} of ${entries.length} requests ${matching === 1 ? 'matches' : 'match'} ${expected}.`;
  if (entries.length === 0)
    return `No request matches ${expected}, because the journal is empty. Check that the call is awaited, and that the client calls this fake server.`;
  const closest = ranked.slice(0, shownRequests).flatMap(({ entry, different }) => {
    const hidden = hiddenParts(entry);
    const paths = new Set(different.map(({ path }) => path));
    const lines = differences(shown, entry)
      .filter(({ path }) => paths.has(path))
      .map(({ path, describe }) => `    ${path}: ${hidden.has(path) ? hiddenDifference : describe()}`);
    return [lineWithProblem(entry), ...lines];
  });
  const count = entries.length === 1 ? '1 request was received' : `${entries.length} requests were received`;
  return [`No request matches ${expected}. ${count}. The closest:`, ...closest].join('\n');
}

const hiddenDifference = 'another value, which is not shown because it contains a credential';

function hiddenParts(entry: JournalEntry): ReadonlySet<string> {
  const { path, headers } = redacted(entry);
  const names = Object.keys(headers).filter((name) => headers[name] !== entry.headers[name]);
  return new Set([...names.map((name) => `headers.${name}`), ...(path === entry.path ? [] : ['path'])]);
}

function redactedMatcher(matcher: JournalFields): JournalFields {
  const { path, headers } = matcher;
  const texts = Object.fromEntries(
    Object.entries({ ...headers }).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  const clean = withoutCredentials({ path: typeof path === 'string' ? path : '', headers: texts });
  return {
    ...matcher,
    ...(typeof path === 'string' && { path: clean.path }),
    ...(headers && !isAsymmetric(headers) && { headers: { ...headers, ...clean.headers } }),
  };
}

/** Returns, for example, `#3 POST /configuration/mock-service → 201 (createMockService)`. */
export function lineWithProblem(entry: JournalEntry): string {
  const { number, method, path, status, operation, fault, problem } = redacted(entry);
  const notes = [operation ?? [], fault === undefined ? [] : `fault ${fault}`].flat().join(', ');
  const line = `  #${number} ${method} ${path} → ${status}${notes && ` (${notes})`}`;
  return problem === undefined ? line : `${line}: ${problem}`;
}
