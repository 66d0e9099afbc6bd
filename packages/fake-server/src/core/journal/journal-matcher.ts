/** Finds requests in a journal, and explains how the others differ from what was expected. */
import type { OperationId } from '@mock-services/sdk/contract';
import * as z from 'zod/mini';
import { JournalError } from '../errors.ts';
import { integer, operationId, textMap, type Fields } from '../fields.ts';
import { didYouMean, shownValue } from '../words.ts';
import { journalEntrySchema, type JournalEntry, type ReceivedRequest } from './journal-entry.ts';

/**
 * The fields of a request that a matcher compares. Fields that are left out match any value. Every value may be an asymmetric
 * matcher, such as vitest's `expect.any(String)`.
 */
export interface JournalFields {
  readonly operation?: OperationId | undefined;
  readonly method?: string | undefined;
  /** The path as sent with its query, or a regular expression that is found in it. */
  readonly path?: string | RegExp | undefined;
  /** Path parameters. The named parameters must be equal, except for letter case. */
  readonly params?: Readonly<Record<string, string>> | undefined;
  /** Headers, by name in any letter case. The named headers must be equal, or match a regular expression. */
  readonly headers?: Readonly<Record<string, string | RegExp>> | undefined;
  /**
   * Body: a string or a regular expression for its text, or an object or array for its JSON. The named fields of an object
   * must be equal; other fields are ignored. An asymmetric matcher receives the JSON, or the text if it matches strings.
   */
  readonly body?: unknown;
  readonly status?: number | undefined;
}

/** The fields of a matcher that was sent as JSON. */
export const journalFieldsSchema = z.strictObject({
  operation: z.optional(operationId),
  method: z.optional(z.string()),
  path: z.optional(z.string()),
  params: z.optional(textMap),
  headers: z.optional(textMap),
  body: z.optional(z.unknown()),
  status: z.optional(integer(0)),
} satisfies Fields<JournalFields>);

/** The fields of a request, or a function that returns whether a request matches. */
export type JournalMatcher = JournalFields | ((entry: JournalEntry) => boolean);

/** @throws {JournalError} if a matcher is invalid. */
export function checkMatcher(matcher: JournalMatcher): void {
  const problem = matcherProblem(matcher);
  if (problem !== undefined) throw new JournalError([problem], 'The matcher is invalid:');
}

/**
 * What is wrong with a matcher that is neither a function nor an object of the fields of a request: a misspelled field would
 * match no request, and neither would a `Date` or a `Map`.
 */
export function matcherProblem(matcher: unknown): string | undefined {
  if (typeof matcher === 'function') return undefined;
  if (!isObject(matcher))
    return `A matcher has to be a function or an object of fields, not ${shownValue(matcher)}.`;
  const { params = {}, headers = {}, ...others } = matcher;
  for (const [name, part] of Object.entries({ params, headers })) {
    if (!isObject(part)) return `${name} has to be an object, not ${shownValue(part)}.`;
  }
  const opaque = opaqueParts(matcher);
  if (opaque.length > 0) return opaque.join('\n');
  const names = Object.keys(journalEntrySchema.shape);
  const unknown = Object.keys(others).find((name) => !names.includes(name));
  if (unknown === undefined) return undefined;
  const hint = didYouMean(unknown, names) || ` There are ${names.join(', ')}.`;
  const inBody = ' A field of the body is matched within body: { … }.';
  return `A request in the journal has no field ${shownValue(unknown)}.${hint}${inBody}`;
}

/**
 * A line for each object whose content is not in its fields, such as a `Date`, a `Map` or `Headers`. Not by recursion: a matcher
 * may be nested deeply.
 */
function opaqueParts(matcher: JournalMatcher): string[] {
  const paths = new Map<unknown, string>([[matcher, 'matcher']]);
  const lines: string[] = [];
  // The loop reaches the parts that it adds.
  for (const [value, path] of paths) {
    if (typeof value !== 'object' || value === null || isAsymmetric(value)) continue;
    const type = Object.prototype.toString.call(value).slice('[object '.length, -1);
    if (!['Object', 'Array', 'RegExp'].includes(type))
      lines.push(`${path} cannot be a ${type}: no JSON equals it.`);
    for (const [key, part] of Object.entries(value)) if (!paths.has(part)) paths.set(part, `${path}.${key}`);
  }
  return lines;
}

interface Difference {
  /** Path in the entry, such as `body.title`. */
  readonly path: string;
  /** Describes the difference. A function, because a value may be long. */
  readonly describe: () => string;
}

/** Whether a request matches. */
export function matches(matcher: JournalFields, request: ReceivedRequest): boolean {
  return differences(matcher, request).length === 0;
}

const otherRequest = 'expected one that the function matches, received another request';

/** How a request differs from what a matcher expects; empty if it matches. */
export function differences(matcher: JournalMatcher, entry: ReceivedRequest): Difference[] {
  if (typeof matcher === 'function') {
    return matcher(entry as JournalEntry) ? [] : [{ path: 'request', describe: () => otherRequest }];
  }
  const { params = {}, headers = {}, body, ...rest } = matcher;
  return [
    ...Object.entries(rest).flatMap(([key, value]) => compare(key, value, own(entry, key))),
    ...compare('params', mapped(params, inLowerCase), mapped(entry.params, inLowerCase)),
    ...compare(
      'headers',
      mapped(headers, ([name, value]) => [name.toLowerCase(), value]),
      entry.headers,
    ),
    ...compare('body', body, isOfText(body) ? entry.body : json(entry.body)),
  ];
}

/** A matcher such as `expect.any(String)` of vitest, Jest and node-tap. */
interface AsymmetricMatcher {
  readonly asymmetricMatch: (received: unknown) => boolean;
  readonly toString: () => string;
  readonly toAsymmetricMatcher?: () => string;
  readonly getExpectedType?: () => string;
  /** The value that the matcher was created with. */
  readonly sample?: unknown;
}

function isAsymmetric(value: unknown): value is AsymmetricMatcher {
  return isObject(value) && typeof value['asymmetricMatch'] === 'function';
}

/** Whether the expected body is compared with the text, rather than the JSON. */
function isOfText(body: unknown): boolean {
  if (isAsymmetric(body)) return body.getExpectedType?.() === 'string';
  return typeof body !== 'object' || body instanceof RegExp;
}

type Entry = readonly [string, unknown];

/** An object with changed entries; an asymmetric matcher is returned unchanged. */
function mapped(object: object, change: (entry: Entry) => Entry): object {
  return isAsymmetric(object) ? object : Object.fromEntries(Object.entries(object).map(change));
}

function inLowerCase([key, value]: Entry): Entry {
  return [key, typeof value === 'string' ? value.toLowerCase() : value];
}

/** An own property of an object: a header may be called `constructor`. */
function own(object: object, key: string): unknown {
  return Object.hasOwn(object, key) ? Reflect.get(object, key) : undefined;
}

/** Fields that were received but not expected are ignored. */
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
    return Object.entries(expected).flatMap(([key, value]) =>
      compare(`${path}.${key}`, value, own(received, key)),
    );
  }
  return Object.is(expected, received) ? [] : [difference(path, expected, received)];
}

function difference(path: string, expected: unknown, received: unknown): Difference {
  return { path, describe: () => `expected ${show(expected)}, received ${show(received)}` };
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

/** Maximum number of characters of a value in a message. */
const shownLength = 80;

/** A value on one line. */
function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  const shown = shownAs('', value);
  const text = shown !== value && typeof shown === 'string' ? shown : serialized(value);
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}

/** A value as JSON. A value that cannot be serialized is represented by its type. */
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

/** `Any<String>`, `StringContaining "Orders"`. */
function nameOf(matcher: AsymmetricMatcher): string {
  const { toAsymmetricMatcher, sample } = matcher;
  if (toAsymmetricMatcher) return toAsymmetricMatcher.call(matcher);
  return sample === undefined ? String(matcher) : `${String(matcher)} ${show(sample)}`;
}

/** Number of closest requests in an explanation. */
const shownRequests = 3;

/** Names the requests that were closest to a match, and how each of them differs. */
export function explainNoMatch(entries: readonly JournalEntry[], matcher: JournalMatcher): string {
  const expected = typeof matcher === 'function' ? 'for which the function returns true' : show(matcher);
  const ranked = entries
    .map((entry) => ({ entry, different: differences(matcher, entry) }))
    .sort((a, b) => a.different.length - b.different.length);
  const matching = ranked.filter(({ different }) => different.length === 0).length;
  if (matching > 0) return `${matching} of ${entries.length} requests match ${expected}.`;
  if (entries.length === 0) return `No request ${expected}: none was received.`;
  const closest = ranked.slice(0, shownRequests).flatMap(({ entry, different }) => {
    const lines = different.map(({ path, describe }) => `    ${path}: ${describe()}`);
    return [lineWithProblem(entry), ...lines];
  });
  const count = entries.length === 1 ? '1 was received' : `${entries.length} were received`;
  return [`No request ${expected}. ${count}; closest:`, ...closest].join('\n');
}

/** A request on one line: `#3 POST /configuration/mock-service → 201 (createMockService)`, and its problem. */
export function lineWithProblem(entry: JournalEntry): string {
  const { number, method, path, status, operation, fault, problem } = entry;
  const notes = [operation ?? [], fault === undefined ? [] : `fault ${fault}`].flat().join(', ');
  const line = `  #${number} ${method} ${path} → ${status}${notes && ` (${notes})`}`;
  return problem === undefined ? line : `${line}: ${problem}`;
}
