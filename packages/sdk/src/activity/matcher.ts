import { locate, typeName } from '../contract/issue.ts';
import type { ActivityEntry } from '../contract/resources.ts';
import { bodyOf } from './body.ts';
import { isCredentialName, show } from './credentials.ts';
import { ActivityError, isOfKind } from './errors.ts';
import { bracketed, headerOf, pathWithoutQuery } from './exchange.ts';

/** Thrown if an argument is invalid, such as the status class `'7xx'` or a negative timeout. */
export class ArgumentError extends ActivityError {
  override readonly name = 'ArgumentError';
  /** Name of the invalid argument as written in code, such as `matcher.status`. */
  readonly argument: string;
  /** Description of the valid values. */
  readonly expected: string;

  /** @param hint - Advice to append to the message. */
  constructor(argument: string, expected: string, received: unknown, hint = '') {
    super(`${argument}: expected ${expected}, received ${shown(argument, received)}${hint}`);
    this.argument = argument;
    this.expected = expected;
  }
}

/**
 * Formats a received value for an error message. Returns a number or a string as one line, and the type of any other
 * value. Returns only the type of a header value, because a header value may be secret.
 */
function shown(argument: string, value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && !/header/i.test(argument) ? `"${show(value)}"` : typeName(value);
}

/** Whether a value is an {@link ArgumentError}. Errors from other copies of this package are recognized. */
export function isArgumentError(value: unknown): value is ArgumentError {
  return isOfKind(value, 'ArgumentError');
}

/** Criteria for activity entries. An entry must match every field that is set. */
export interface ActivityMatcher {
  /** HTTP method, case-insensitive. */
  readonly method?: string | undefined;
  /**
   * Request path. In a string, `:name` matches one path segment, `*` matches any text within a segment, and `**`
   * matches any text. If a string has no query, the query of the recorded path is ignored. A RegExp is tested against
   * the recorded path, including the query.
   */
  readonly path?: string | RegExp | undefined;
  /**
   * Case-insensitive host name, which may be followed by a port. In a string, `*` matches any text, as in
   * `*.example.com:8443`. An IPv6 address must be in brackets if a port follows. A RegExp is tested against the
   * recorded host name.
   */
  readonly host?: string | RegExp | undefined;
  /** HTTP status, or a status class such as `'5xx'`. */
  readonly status?: number | StatusClass | undefined;
  /**
   * Request headers by case-insensitive name. Each value is an exact header value or a RegExp. The value `true` matches
   * any header value, and `false` matches only messages without the header.
   */
  readonly header?: Readonly<Record<string, HeaderPattern>> | undefined;
  /** Response headers by case-insensitive name. The values have the same form as the values in `header`. */
  readonly responseHeader?: Readonly<Record<string, HeaderPattern>> | undefined;
  /**
   * JSON that the request body must contain. Objects in the recorded body may have additional fields at any depth. Each
   * array in the recorded body must have the same length as the corresponding array in `body`. Class instances, such as
   * a RegExp or a Map, are invalid.
   */
  readonly body?: unknown;
  /** JSON that the response body must contain. The rules for `body` also apply to `responseBody`. */
  readonly responseBody?: unknown;
  /** UUID of the scenario, case-insensitive. */
  readonly scenarioId?: string | undefined;
  /** Earliest recording time, as a Date or an ISO 8601 timestamp. */
  readonly since?: Date | string | undefined;
  /** Latest recording time, as a Date or an ISO 8601 timestamp. */
  readonly until?: Date | string | undefined;
  /** Response time in milliseconds. An exchange matches only if its response time is longer than this value. */
  readonly slowerThan?: number | undefined;
}

/** All statuses with the same first digit. */
export type StatusClass = '1xx' | '2xx' | '3xx' | '4xx' | '5xx';

/** The condition for one header. */
export type HeaderPattern = string | RegExp | boolean;

/** The test for one field of a matcher. */
export interface Criterion {
  /** Name of the field in explanations. */
  readonly field: string;
  /** Number that is added to the distance of an entry if the entry does not meet the criterion. */
  readonly weight: number;
  matches(entry: ActivityEntry): boolean;
  /** Describes the expected value and the recorded value, without bodies or credentials. */
  difference(entry: ActivityEntry): string;
}

/** Creates a criterion for a field whose value is not secret, so that `difference` may show the recorded value. */
function criterion<Value extends string | number>(
  field: string,
  weight: number,
  expected: string,
  valueOf: (entry: ActivityEntry) => Value,
  matches: (value: Value) => boolean,
): Criterion {
  return {
    field,
    weight,
    matches: (entry) => matches(valueOf(entry)),
    difference: (entry) => `expected ${expected}, recorded ${show(valueOf(entry))}`,
  };
}

/** Creates a criterion for a case-insensitive string. */
function equality(
  field: 'method' | 'scenarioId',
  weight: number,
  wanted: unknown,
  valueOf: (entry: ActivityEntry) => string,
): Criterion {
  if (typeof wanted !== 'string') throw new ArgumentError(`matcher.${field}`, 'a string', wanted);
  const lower = wanted.toLowerCase();
  return criterion(field, weight, show(wanted), valueOf, (value) => value.toLowerCase() === lower);
}

/** `search` is used because `test` would change the `lastIndex` of a global RegExp. */
const contains =
  (pattern: RegExp): TextTest =>
  (text) =>
    text.search(pattern) >= 0;

/**
 * Functions that create the criteria for each field of a matcher. The bodies are last, because comparing bodies is
 * slow.
 */
const criteria: Readonly<Record<keyof ActivityMatcher, (value: unknown) => Criterion | Criterion[]>> = {
  method(value) {
    const wanted = typeof value === 'string' ? value.toUpperCase() : value;
    return equality('method', 4, wanted, ({ request }) => request.method);
  },
  status(value) {
    const digit = typeof value === 'string' ? /^([1-5])xx$/i.exec(value)?.[1] : undefined;
    if (!Number.isInteger(value) && digit === undefined) {
      throw new ArgumentError('matcher.status', "an integer, or a class such as '5xx'", value);
    }
    const statusOf = ({ response }: ActivityEntry) => response.statusCode;
    return criterion('status', 2, show(String(value)), statusOf, (code) =>
      digit === undefined ? code === value : Math.floor(code / 100) === Number(digit),
    );
  },
  scenarioId: (value) => equality('scenarioId', 2, value, ({ metadata }) => metadata.scenarioId),
  slowerThan(value) {
    if (typeof value !== 'number' || Number.isNaN(value)) {
      throw new ArgumentError('matcher.slowerThan', 'a number of milliseconds', value);
    }
    const timeOf = ({ response }: ActivityEntry) => response.responseTimeMs;
    return criterion('slowerThan', 1, `more than ${value} ms`, timeOf, (ms) => ms > value);
  },
  host(value) {
    if (value instanceof RegExp) {
      return criterion('host', 4, show(value), ({ request }) => request.hostname, contains(value));
    }
    if (typeof value !== 'string') throw new ArgumentError('matcher.host', 'a string or a RegExp', value);
    const withPort = /^([^:]*|\[.*\]):[\d*]+$/.test(value);
    const hostOf = ({ request: { hostname, port } }: ActivityEntry) =>
      withPort ? `${bracketed(hostname)}:${port}` : bracketed(hostname);
    return criterion('host', 4, show(value), hostOf, hostGlob(withPort ? value : bracketed(value)));
  },
  path(value) {
    const pathOf = ({ request }: ActivityEntry) => request.path;
    if (value instanceof RegExp) return criterion('path', 8, show(value), pathOf, contains(value));
    if (typeof value !== 'string' || !/^[/*]/.test(value)) {
      throw new ArgumentError('matcher.path', 'a RegExp, or a string that begins with / or *', value);
    }
    const matches = pathGlob(value);
    const withQuery = value.includes('?');
    return criterion('path', 8, show(value), pathOf, (path) =>
      matches(withQuery ? path : pathWithoutQuery(path)),
    );
  },
  since: (value) => timeCriterion('since', value),
  until: (value) => timeCriterion('until', value),
  header: (value) => headerCriteria('request', value),
  responseHeader: (value) => headerCriteria('response', value),
  body: (value) => bodyCriterion('request', value),
  responseBody: (value) => bodyCriterion('response', value),
};

/**
 * Creates the criteria of a matcher.
 *
 * @throws {@link ArgumentError} if a field is invalid or unknown. If a misspelled field were ignored, the matcher would
 *   match too many entries.
 */
export function criteriaOf(matcher: ActivityMatcher): Criterion[] {
  checkFields('matcher', matcher, Object.keys(criteria));
  return Object.entries(criteria).flatMap(([field, criteriaFor]) => {
    const value: unknown = Reflect.get(matcher, field);
    return value === undefined ? [] : criteriaFor(value);
  });
}

/** @throws {@link ArgumentError} if an argument is not an object, or has a field that is not in `names`. */
export function checkFields(argument: string, given: unknown, names: readonly string[]): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new ArgumentError(argument, 'an object', given);
  }
  const unknown = Object.keys(given).find((field) => !names.includes(field));
  if (unknown === undefined) return;
  const nearest = nearestName(unknown, names);
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  throw new ArgumentError(argument, `only the fields ${names.join(', ')}`, unknown, hint);
}

/**
 * Returns the name that shares the longest prefix with a misspelled name. The comparison ignores case. The shared
 * prefix must have at least two letters.
 */
function nearestName(misspelled: string, names: readonly string[]): string | undefined {
  const given = misspelled.toLowerCase();
  const alike = (name: string) => {
    let length = 0;
    while (length < name.length && name[length]?.toLowerCase() === given[length]) length += 1;
    return length;
  };
  const [nearest = ''] = [...names].sort((one, other) => alike(other) - alike(one));
  return alike(nearest) > 1 ? nearest : undefined;
}

function timeCriterion(field: 'since' | 'until', limit: unknown): Criterion {
  const at = limit instanceof Date ? limit.getTime() : typeof limit === 'string' ? Date.parse(limit) : NaN;
  if (Number.isNaN(at)) throw new ArgumentError(`matcher.${field}`, 'a Date or an ISO 8601 timestamp', limit);
  const isSince = field === 'since';
  const expected = `${isSince ? 'no earlier' : 'no later'} than ${new Date(at).toISOString()}`;
  const timestampOf = ({ timestamp }: ActivityEntry) => timestamp;
  return criterion(field, 1, expected, timestampOf, (timestamp) =>
    isSince ? Date.parse(timestamp) >= at : Date.parse(timestamp) <= at,
  );
}

type Side = 'request' | 'response';

/** Creates one criterion for each header in a matcher. */
function headerCriteria(side: Side, patterns: unknown): Criterion[] {
  const argument = side === 'request' ? 'matcher.header' : 'matcher.responseHeader';
  if (!isPlainObject(patterns)) {
    throw new ArgumentError(argument, 'an object whose keys are header names', patterns);
  }
  return Object.entries(patterns).flatMap(([name, pattern]: [string, unknown]) =>
    pattern === undefined ? [] : [headerCriterion(side, name, pattern, `${argument}['${name}']`)],
  );
}

function headerCriterion(side: Side, name: string, pattern: unknown, argument: string): Criterion {
  if (!(typeof pattern === 'string' || typeof pattern === 'boolean' || pattern instanceof RegExp)) {
    throw new ArgumentError(argument, 'a string, a RegExp, true or false', pattern);
  }
  const valueOf = (entry: ActivityEntry) => headerOf(entry[side].headers, name);
  return {
    field: `${side} header ${show(name)}`,
    weight: 1,
    matches: (entry) => headerMatches(valueOf(entry), pattern),
    difference: (entry) => {
      const value = valueOf(entry);
      if (pattern === true) return 'expected, recorded none';
      if (pattern === false) return 'expected none, recorded one';
      if (isCredentialName(name))
        return value === undefined ? 'expected, recorded none' : 'another value, not shown';
      return `expected ${show(pattern)}, recorded ${value === undefined ? 'none' : show(value)}`;
    },
  };
}

function headerMatches(value: string | undefined, pattern: string | RegExp | boolean): boolean {
  if (typeof pattern === 'boolean') return (value !== undefined) === pattern;
  if (value === undefined) return false;
  return typeof pattern === 'string' ? value === pattern : value.search(pattern) >= 0;
}

/** Whether a value is a plain object. A Map or a RegExp is not a plain object. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  // Test environments such as jest may run code in another JavaScript realm. Objects from another JavaScript realm have
  // a different `Object.prototype`.
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * Whether a value consists of arrays, plain objects and primitives. The function uses a loop, because recursion could
 * overflow the call stack if the value is deeply nested.
 */
function isJson(value: unknown): boolean {
  const parts = new Set([value]);
  // The loop adds nested values to the set while it iterates, and visits every added value.
  for (const part of parts) {
    if (typeof part !== 'object' || part === null) continue;
    if (!Array.isArray(part) && !isPlainObject(part)) return false;
    for (const inner of Object.values(part) as unknown[]) parts.add(inner);
  }
  return true;
}

/** Creates the criterion for a body. A body does not match if it cannot be read or is not JSON. */
function bodyCriterion(side: Side, expected: unknown): Criterion {
  if (!isJson(expected)) {
    const argument = side === 'request' ? 'matcher.body' : 'matcher.responseBody';
    throw new ArgumentError(argument, 'a JSON value', expected);
  }
  const differenceIn = (entry: ActivityEntry): string | undefined => {
    let actual: unknown;
    try {
      actual = bodyOf(entry[side], entry).json();
    } catch {
      return 'the recorded body is not JSON or cannot be read';
    }
    const path = firstDifference(expected, actual);
    if (path === undefined) return undefined;
    return path === '' ? 'the value differs' : `the value differs at ${show(path)}`;
  };
  return {
    field: `${side} body`,
    weight: 2,
    matches: (entry) => differenceIn(entry) === undefined,
    difference: (entry) => differenceIn(entry) ?? '',
  };
}

/**
 * A part of the expected JSON, together with the recorded value at the same position. If the part is nested in `outer`,
 * `key` is the key of the part in `outer`.
 */
interface Part {
  readonly expected: unknown;
  readonly actual: unknown;
  readonly key?: PropertyKey;
  readonly outer?: Part;
}

/**
 * Returns the path of the first part of `expected` that is missing from `actual`. Returns `undefined` if `actual`
 * contains all of `expected`.
 */
function firstDifference(expected: unknown, actual: unknown): string | undefined {
  // Recursion is avoided because it could overflow the call stack if the value is deeply nested. Storing a path for
  // each part would take quadratic memory.
  const rest: Part[] = [{ expected, actual }];
  for (let part = rest.pop(); part !== undefined; part = rest.pop()) {
    const inner = innerParts(part);
    if (inner === undefined) return pathOf(part);
    for (let next = inner.pop(); next !== undefined; next = inner.pop()) rest.push(next);
  }
  return undefined;
}

/**
 * Returns the nested parts to compare. Returns `undefined` if the expected and the recorded value already differ in
 * type, length or value.
 */
function innerParts(outer: Part): Part[] | undefined {
  const { expected, actual } = outer;
  if (typeof expected !== 'object' || expected === null) return expected === actual ? [] : undefined;
  const isList = Array.isArray(expected);
  if (typeof actual !== 'object' || actual === null || isList !== Array.isArray(actual)) return undefined;
  if (isList && expected.length !== (actual as unknown[]).length) return undefined;
  // An `undefined` field of the expected JSON is treated as omitted, like an `undefined` field of the matcher.
  const fields = (Object.entries(expected) as [string, unknown][]).filter(([, value]) => value !== undefined);
  return fields.map(([key, value]) => ({
    expected: value,
    // A missing field is represented by `undefined`, which differs from every JSON value.
    actual: Object.hasOwn(actual, key) ? (Reflect.get(actual, key) as unknown) : undefined,
    key: isList ? Number(key) : key,
    outer,
  }));
}

function pathOf(part: Part): string {
  const inwards: PropertyKey[] = [];
  const outwards: PropertyKey[] = [];
  for (let at: Part | undefined = part; at?.key !== undefined; at = at.outer) outwards.push(at.key);
  for (let key = outwards.pop(); key !== undefined; key = outwards.pop()) inwards.push(key);
  return locate(inwards).path;
}

/*
 * Glob patterns are not converted to regular expressions. An attacker may have written the recorded text, and a regular
 * expression could then backtrack for a very long time.
 */

type TextTest = (text: string) => boolean;

/**
 * Matches one part of a glob pattern, such as a wildcard. The function receives the offsets at which a match can start,
 * and returns the offsets at which a match can end. Both lists of offsets are in ascending order.
 */
type GlobPart = (text: string, starts: readonly number[]) => number[];

/**
 * Compiles a path pattern. In a pattern, `:name` matches one segment, `*` matches any text within a segment, and `**`
 * matches any text.
 */
function pathGlob(pattern: string): TextTest {
  return compile(pattern, /\/\*\*\/|\*\*+|\*|:\w+/g, (wildcard, before) => {
    if (wildcard === '/**/') return segments;
    if (wildcard === '*') return run(0, '/?');
    if (!wildcard.startsWith(':')) return anything;
    return before === '/' ? run(1, '/?') : literal(wildcard);
  });
}

/** Compiles a host pattern, in which `*` matches any text. The comparison of host names is case-insensitive. */
function hostGlob(pattern: string): TextTest {
  const matches = compile(pattern.toLowerCase(), /\*+/g, () => anything);
  return (host) => matches(host.toLowerCase());
}

function compile(
  pattern: string,
  wildcards: RegExp,
  partOf: (wildcard: string, before: string) => GlobPart,
): TextTest {
  const parts: GlobPart[] = [];
  let end = 0;
  for (const { 0: wildcard, index } of pattern.matchAll(wildcards)) {
    parts.push(literal(pattern.slice(end, index)), partOf(wildcard, pattern.charAt(index - 1)));
    end = index + wildcard.length;
  }
  parts.push(literal(pattern.slice(end)));
  return (text) => {
    let offsets = [0];
    for (const part of parts) offsets = part(text, offsets);
    return offsets.at(-1) === text.length;
  };
}

/** Matches exactly the given text. */
function literal(wanted: string): GlobPart {
  return (text, starts) =>
    starts.filter((start) => text.startsWith(wanted, start)).map((start) => start + wanted.length);
}

/** Matches `least` or more characters that do not occur in the string `stops`. */
function run(least: number, stops: string): GlobPart {
  return (text, starts) => {
    const ends: number[] = [];
    for (const start of starts) {
      // Skip a start offset if an earlier start offset has already produced the same end offsets.
      if (start + least <= (ends.at(-1) ?? -1)) continue;
      for (let end = start; ; end += 1) {
        if (end - start >= least) ends.push(end);
        if (end === text.length || stops.includes(text.charAt(end))) break;
      }
    }
    return ends;
  };
}

const anything = run(0, '');

/** Matches a slash and any number of complete segments after it. */
const segments: GlobPart = (text, starts) => {
  const ends: number[] = [];
  let slash = starts.find((start) => text.charAt(start) === '/') ?? -1;
  for (; slash >= 0; slash = text.indexOf('/', slash + 1)) ends.push(slash + 1);
  return ends;
};
