import { typeName } from '../contract/issue.ts';
import { isObject } from '../contract/kinds.ts';
import { operationIds } from '../contract/operations.ts';
import type { ActivityEntry } from '../contract/resources.ts';
import { isActivityError } from '../errors.ts';
import { adviceOn } from '../unknown-fields.ts';
import { type EntryField, invalid, messageFields } from './arguments.ts';
import { bodyOf, contentCoding, type Side } from './body.ts';
import {
  checkJson,
  compare,
  contains,
  type Difference,
  holeAt,
  isAsymmetric,
  isDate,
  isOfText,
  isRegExp,
  jsonOrText,
} from './compare.ts';
import { show } from './credentials.ts';
import {
  bracketed,
  headerEntries,
  headerOf,
  hostAndPort,
  pathWithoutQuery,
  scenarioIdOf,
} from './exchange.ts';
import type { ActivityFields, ActivityMatcher, MatcherOptions } from './matcher.ts';
import { hostTest, pathTest, type TextTest } from './wildcards.ts';

export interface Criterion {
  /** The fields of an entry that it reads. An entry without metadata or with an invalid timestamp does not match. */
  readonly reads: readonly EntryField[];
  /** Set if only journal entries have this field. */
  readonly journalField?: 'operation' | 'params';
  /** How far an entry is from a match if it does not meet the criterion. */
  readonly weight: number;
  /** Returns an empty list if the entry meets the criterion. */
  readonly differences: (entry: ActivityEntry) => readonly Difference[];
}

/** What the journal of a fake server adds to an entry. */
interface JournalParts {
  readonly operation?: unknown;
  readonly params?: unknown;
  readonly responseBodyLeftOut?: unknown;
}

export function journalParts(entry: ActivityEntry): JournalParts {
  return entry as ActivityEntry & JournalParts;
}

type Field = keyof ActivityFields;

/** In the order of the tests, so the expensive ones are last. */
const criteria: Readonly<Record<Field, (value: unknown) => Criterion | Criterion[]>> = {
  operation: operationCriterion,
  params: paramsCriteria,
  method: (value) =>
    textCriterion(['method'], ['request.method'], 4, value, ({ request }) => request.method, inAnyCase),
  path: pathCriterion,
  host: hostCriterion,
  status: statusCriterion,
  headers: (value) => headerCriteria('headers', 'request', value),
  responseHeaders: (value) => headerCriteria('responseHeaders', 'response', value),
  scenarioId: (value) => textCriterion(['scenarioId'], [], 2, value, scenarioIdOf, inAnyCase),
  since: (value) => timeCriterion('since', value),
  until: (value) => timeCriterion('until', value),
  slowerThan: slownessCriterion,
  body: (value) => bodyCriterion('body', 'request', value),
  responseBody: (value) => bodyCriterion('responseBody', 'response', value),
};

/**
 * @throws TypeError if a field is invalid, unknown or unavailable. Ignoring a misspelled field would match too many
 *   entries.
 */
export function criteriaOf<Entry extends ActivityEntry>(
  matcher: ActivityMatcher<Entry>,
  { unavailable = {} }: MatcherOptions = {},
): Criterion[] {
  if (typeof matcher === 'function') return [functionCriterion((entry) => matcher(entry as Entry))];
  if (!isPlainObject(matcher) || isAsymmetric(matcher))
    throw invalid('matcher', 'an object of fields or a function', matcher);
  const names = Object.keys(criteria).filter((name) => !Object.hasOwn(unavailable, name));
  for (const [name, value] of Object.entries(matcher)) {
    const reason: unknown = Object.hasOwn(unavailable, name) ? unavailable[name as Field] : undefined;
    if (typeof reason === 'string')
      throw new TypeError(`The matcher cannot have the field \`${name}\`. ${reason}`);
    if (!Object.hasOwn(criteria, name))
      throw new TypeError(
        `Unknown matcher field \`${name}\`. ${adviceOn(name, names)} To match a field of the body, use \`body: { … }\`.`,
      );
    if (value === undefined) throw holeAt([name]);
  }
  return Object.entries(criteria).flatMap(([name, criteriaFor]) =>
    Object.hasOwn(matcher, name) ? criteriaFor(matcher[name as Field]) : [],
  );
}

function functionCriterion(matches: (entry: ActivityEntry) => unknown): Criterion {
  const differences = (entry: ActivityEntry): readonly Difference[] => {
    const result = matches(entry);
    // A Promise, which an async function returns, would match every entry.
    if (result && result !== true)
      throw new TypeError(`The matcher function must return true or false, not ${typeName(result)}.`);
    return result === true ? [] : [{ keys: [], expected: true, received: false, note: isFalse }];
  };
  return { reads: [], weight: 1, differences };
}

const isFalse = 'the function did not return true';

function criterion<Value>(
  keys: readonly PropertyKey[],
  reads: readonly EntryField[],
  weight: number,
  expected: unknown,
  valueOf: (entry: ActivityEntry) => Value,
  matches: (value: Value) => boolean,
  phrase?: string,
): Criterion {
  return {
    reads,
    weight,
    differences: (entry) => {
      const received = valueOf(entry);
      return matches(received) ? [] : [{ keys, expected, received, ...(phrase !== undefined && { phrase }) }];
    },
  };
}

/** @param ofString - Returns the test for an expected string. */
function textCriterion(
  keys: readonly PropertyKey[],
  reads: readonly EntryField[],
  weight: number,
  expected: unknown,
  valueOf: (entry: ActivityEntry) => string | undefined,
  ofString: (expected: string) => TextTest,
  kinds = 'a string, a RegExp or an asymmetric matcher',
): Criterion {
  const test = (matches: TextTest) =>
    criterion(keys, reads, weight, expected, valueOf, (text) => text !== undefined && matches(text));
  if (isRegExp(expected)) return test((text) => contains(text, expected));
  if (typeof expected === 'string') return test(ofString(expected));
  if (!isAsymmetric(expected)) throw invalid(argumentOf(keys), kinds, expected);
  return criterion(keys, reads, weight, expected, valueOf, (text) => expected.asymmetricMatch(text));
}

function argumentOf([field = '', name]: readonly PropertyKey[]): string {
  return `matcher.${String(field)}${name === undefined ? '' : `['${String(name)}']`}`;
}

function inAnyCase(expected: string): TextTest {
  const lower = expected.toLowerCase();
  return (text) => text.toLowerCase() === lower;
}

function operationCriterion(value: unknown): Criterion {
  const operationOf = (entry: ActivityEntry) => {
    const { operation } = journalParts(entry);
    return typeof operation === 'string' ? operation : undefined;
  };
  const exactly = (name: string): TextTest => {
    if ((operationIds as readonly string[]).includes(name)) return (text) => text === name;
    throw new TypeError(
      `matcher.operation: unknown operation "${show(name)}". ${adviceOn(name, operationIds)}`,
    );
  };
  return {
    ...textCriterion(['operation'], [], 8, value, operationOf, exactly),
    journalField: 'operation',
  };
}

function paramsCriteria(value: unknown): Criterion[] {
  const paramsOf = (entry: ActivityEntry) => {
    const { params } = journalParts(entry);
    const inLowerCase = ([name, text]: [string, unknown]) => [name, String(text).toLowerCase()] as const;
    return Object.fromEntries(Object.entries(isObject(params) ? params : {}).map(inLowerCase));
  };
  const found = namedCriteria('params', [], 'parameter names', value, paramsOf, (name, pattern) => {
    const isExact = isRegExp(pattern) && !pattern.ignoreCase;
    const expected = isExact ? new RegExp(pattern.source, `${pattern.flags}i`) : pattern;
    const valueOf = (entry: ActivityEntry) => own(paramsOf(entry), name);
    return textCriterion(['params', name], [], 2, expected, valueOf, inAnyCase);
  });
  return found.map((each) => ({
    ...each,
    journalField: 'params',
    differences: (entry) =>
      each
        .differences(entry)
        .map((one) => (one.received === undefined ? { ...one, parent: paramsOf(entry) } : one)),
  }));
}

/** The received value may lack the field and inherit a property of this name, such as `constructor`. */
function own(texts: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}

/** Returns one criterion for each name, or one for all names if they have an asymmetric matcher. */
function namedCriteria(
  field: 'params' | 'headers' | 'responseHeaders',
  reads: readonly EntryField[],
  names: string,
  patterns: unknown,
  allOf: (entry: ActivityEntry) => Readonly<Record<string, string>>,
  criterionOf: (name: string, pattern: unknown) => Criterion,
): Criterion[] {
  if (isAsymmetric(patterns))
    return [criterion([field], reads, 2, patterns, allOf, (all) => patterns.asymmetricMatch(all))];
  if (!isPlainObject(patterns))
    throw invalid(`matcher.${field}`, `an object whose keys are ${names}`, patterns);
  return Object.entries(patterns).map(([name, pattern]: [string, unknown]) => {
    if (pattern === undefined) throw holeAt([field, name]);
    return criterionOf(name, pattern);
  });
}

function isPlainObject(value: unknown): value is object {
  if (!isObject(value)) return false;
  // jest may run tests in another realm, whose objects have a different `Object.prototype`.
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function headerCriteria(field: 'headers' | 'responseHeaders', side: Side, value: unknown): Criterion[] {
  const reads: readonly EntryField[] = [`${side}.headers`];
  const allOf = (entry: ActivityEntry) =>
    Object.fromEntries(headerEntries(entry[side].headers).map(([name, text]) => [name.toLowerCase(), text]));
  return namedCriteria(field, reads, 'header names', value, allOf, (name, pattern) => {
    const keys = [field, name.toLowerCase()];
    const valueOf = (entry: ActivityEntry) => headerOf(entry[side].headers, name);
    if (typeof pattern === 'boolean') {
      const matches = (text: string | undefined) => (text !== undefined) === pattern;
      return criterion(keys, reads, 1, pattern, valueOf, matches, pattern ? 'a value' : 'nothing');
    }
    const exactly = (expected: string) => (text: string) => text === expected;
    const kinds = 'a string, a RegExp, an asymmetric matcher, true or false';
    return textCriterion(keys, reads, 1, pattern, valueOf, exactly, kinds);
  });
}

function pathCriterion(value: unknown): Criterion {
  const pathOf = ({ request }: ActivityEntry) => request.path;
  const kinds = 'a RegExp, an asymmetric matcher, or a string that begins with / or *';
  const withWildcards = (pattern: string): TextTest => {
    if (!/^[/*]/.test(pattern)) throw invalid('matcher.path', kinds, pattern);
    const matches = pathTest(pattern);
    return pattern.includes('?') ? matches : (path) => matches(pathWithoutQuery(path));
  };
  return textCriterion(['path'], ['request.path'], 8, value, pathOf, withWildcards, kinds);
}

function hostCriterion(value: unknown): Criterion {
  const nameOf = ({ request }: ActivityEntry) => request.hostname;
  if (typeof value !== 'string')
    return textCriterion(['host'], ['request.hostname'], 4, value, nameOf, hostTest);
  const withPort = /^([^:]*|\[.*\]):[\d*]+$/.test(value);
  const hostOf = ({ request }: ActivityEntry) => {
    const { host, port } = hostAndPort(request);
    return withPort ? `${host}:${port}` : host;
  };
  const matches = hostTest(withPort ? value : bracketed(value));
  return criterion(['host'], ['request.hostname', 'request.port'], 4, value, hostOf, matches);
}

function statusCriterion(value: unknown): Criterion {
  const statusOf = ({ response }: ActivityEntry) => response.statusCode;
  const test = (matches: (status: number) => boolean) =>
    criterion(['status'], ['response.statusCode'], 2, value, statusOf, matches);
  if (isAsymmetric(value)) return test((status) => value.asymmetricMatch(status));
  if (isRegExp(value)) return test((status) => contains(String(status), value));
  if (Number.isInteger(value)) return test((status) => status === value);
  const digit = typeof value === 'string' ? /^([1-5])xx$/i.exec(value)?.[1] : undefined;
  if (digit !== undefined) return test((status) => Math.floor(status / 100) === Number(digit));
  const kinds = "an integer, a class such as '5xx', a RegExp or an asymmetric matcher";
  throw invalid('matcher.status', kinds, value);
}

function timeCriterion(field: 'since' | 'until', limit: unknown): Criterion {
  const at = isDate(limit) ? limit.getTime() : typeof limit === 'string' ? Date.parse(limit) : NaN;
  if (Number.isNaN(at)) throw invalid(`matcher.${field}`, 'a Date or an ISO 8601 timestamp', limit);
  const isSince = field === 'since';
  const phrase = `${isSince ? 'no earlier' : 'no later'} than ${new Date(at).toISOString()}`;
  const matches = (timestamp: string) =>
    isSince ? Date.parse(timestamp) >= at : Date.parse(timestamp) <= at;
  return criterion([field], [], 1, limit, ({ timestamp }) => timestamp, matches, phrase);
}

function slownessCriterion(value: unknown): Criterion {
  if (typeof value !== 'number' || Number.isNaN(value))
    throw invalid('matcher.slowerThan', 'a number of milliseconds', value);
  const timeOf = ({ response }: ActivityEntry) => response.responseTimeMs;
  const reads: readonly EntryField[] = ['response.responseTimeMs'];
  return criterion(['slowerThan'], reads, 1, value, timeOf, (ms) => ms > value, `more than ${value} ms`);
}

function bodyCriterion(field: 'body' | 'responseBody', side: Side, expected: unknown): Criterion {
  checkJson(expected, field);
  const ofText = isOfText(expected);
  const differences = (entry: ActivityEntry): readonly Difference[] => {
    const because = (note: string) => [{ keys: [field], expected, received: undefined, note }];
    if (side === 'response' && journalParts(entry).responseBodyLeftOut === true)
      return because('the body was left out, because the journal is full');
    const text = textOf(entry, side);
    if (text === undefined) return because('the body cannot be read');
    const received = ofText ? text : jsonOrText(text);
    const found = compare(expected, received);
    if (found.length > 0 && received === text && isCompressed(entry, side))
      return because('the body still has a content-encoding. Call `decodeBodies` first');
    return found.map((each) => ({ ...each, keys: [field, ...each.keys] }));
  };
  return { reads: messageFields[side], weight: 2, differences };
}

function textOf(entry: ActivityEntry, side: Side): string | undefined {
  try {
    return bodyOf(entry, side).text();
  } catch (error) {
    if (isActivityError(error)) return undefined;
    throw error;
  }
}

function isCompressed(entry: ActivityEntry, side: Side): boolean {
  return !/^(?:identity)?$/i.test(contentCoding(entry, side).trim());
}
