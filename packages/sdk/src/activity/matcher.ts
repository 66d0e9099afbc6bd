import { locate, typeName } from '../contract/issue.ts';
import type { ActivityEntry } from '../contract/resources.ts';
import { bodyOf } from './body.ts';
import { isCredentialName, show } from './credentials.ts';
import { ActivityError, isOfKind, kind } from './errors.ts';
import { bracketed, headerOf, pathWithoutQuery } from './exchange.ts';

/** An invalid argument, such as a status class `'7xx'` or a negative timeout. */
export class ArgumentError extends ActivityError {
  override readonly name = 'ArgumentError';
  /** The argument, as written in code: `matcher.status`. */
  readonly argument: string;
  /** The valid values. */
  readonly expected: string;

  /** @param hint - Advice at the end of the message. */
  constructor(argument: string, expected: string, received: unknown, hint = '') {
    super(`${argument}: expected ${expected}, received ${shown(argument, received)}${hint}`);
    this.argument = argument;
    this.expected = expected;
  }

  get [kind]() {
    return 'ArgumentError' as const;
  }
}

/** A number or a string in one line, or the type of any other value. A header may be a secret, so its type is shown. */
function shown(argument: string, value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && !/header/i.test(argument) ? `"${show(value)}"` : typeName(value);
}

/** Whether a value is an {@link ArgumentError}, from any copy of this package. */
export function isArgumentError(value: unknown): value is ArgumentError {
  return isOfKind(value, 'ArgumentError');
}

/** Criteria for entries. All given fields must match; an omitted field matches every entry. */
export interface ActivityMatcher {
  /** HTTP method, case-insensitive. */
  readonly method?: string | undefined;
  /**
   * Path of the request. A string without a query is compared with the path without its query. In a string, `:name`
   * matches one segment, `*` any text within a segment, and `**` any text. A RegExp is tested against the path with its
   * query.
   */
  readonly path?: string | RegExp | undefined;
  /**
   * Case-insensitive host name, optionally with a port; `*` matches any text: `*.example.com:8443`. An IPv6 address needs
   * brackets only before a port. A RegExp is tested against the host name as recorded.
   */
  readonly host?: string | RegExp | undefined;
  /** HTTP status, or a class of statuses: `404`, `'5xx'`. */
  readonly status?: number | StatusClass | undefined;
  /**
   * Headers of the request, by case-insensitive name: the exact value, a RegExp, `true` for any value, or `false` for an
   * absent header.
   */
  readonly header?: Readonly<Record<string, HeaderPattern>> | undefined;
  /** Headers of the response, in the same way. */
  readonly responseHeader?: Readonly<Record<string, HeaderPattern>> | undefined;
  /**
   * JSON that the body of the request must contain. Objects may have more fields, at any depth; arrays must have
   * the same length. Instances of classes, such as a RegExp or a Map, are invalid.
   */
  readonly body?: unknown;
  /** JSON that the body of the response must contain, in the same way. */
  readonly responseBody?: unknown;
  /** UUID of the scenario, case-insensitive. */
  readonly scenarioId?: string | undefined;
  /** Recorded at this time or later: a Date, or an ISO 8601 timestamp. */
  readonly since?: Date | string | undefined;
  /** Recorded at this time or earlier: a Date, or an ISO 8601 timestamp. */
  readonly until?: Date | string | undefined;
  /** The response took more than this number of milliseconds. */
  readonly slowerThan?: number | undefined;
}

/** All statuses with one first digit. */
export type StatusClass = '1xx' | '2xx' | '3xx' | '4xx' | '5xx';

/** The condition for one header. */
export type HeaderPattern = string | RegExp | boolean;

/** The test for one field of a matcher. */
export interface Criterion {
  /** The name of the field in an explanation. */
  readonly field: string;
  /** The distance that a difference in this field adds to an entry. */
  readonly weight: number;
  matches(entry: ActivityEntry): boolean;
  /** The expected and the recorded value, without bodies or credentials. */
  difference(entry: ActivityEntry): string;
}

/** A criterion for a value that can be shown. */
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

/** A criterion for a case-insensitive string. */
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

/** Unlike `test`, `search` does not change a global RegExp. */
const contains =
  (pattern: RegExp): TextTest =>
  (text) =>
    text.search(pattern) >= 0;

/** The criteria of each field of a matcher. Bodies, which are the slowest to compare, are last. */
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
      throw new ArgumentError('matcher.slowerThan', 'milliseconds', value);
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
 * The criteria of a matcher.
 *
 * @throws {@link ArgumentError} when a field is invalid or unknown: a misspelled field would match everything.
 */
export function criteriaOf(matcher: ActivityMatcher): Criterion[] {
  // Callers without types may pass anything.
  const given: unknown = matcher;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new ArgumentError('matcher', 'an object', given);
  }
  const names = Object.keys(criteria);
  const unknown = Object.keys(given).find((field) => !names.includes(field));
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, names);
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    throw new ArgumentError('matcher', `only the fields ${names.join(', ')}`, unknown, hint);
  }
  return Object.entries(criteria).flatMap(([field, criteriaFor]) => {
    const value: unknown = Reflect.get(given, field);
    return value === undefined ? [] : criteriaFor(value);
  });
}

/** The name that shares the longest prefix of at least two letters with a misspelled name, regardless of case. */
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

/** One criterion for each header of the request or of the response. */
function headerCriteria(side: Side, patterns: unknown): Criterion[] {
  const argument = side === 'request' ? 'matcher.header' : 'matcher.responseHeader';
  if (!isPlainObject(patterns)) {
    throw new ArgumentError(argument, 'an object of header names', patterns);
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

/** Whether a value is an object whose contents are fields, unlike a Map or a RegExp. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  // Another realm, such as that of a test environment, has another `Object`.
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Whether all objects in a value are arrays or plain. A loop, because the value may be nested more deeply than calls. */
function isJson(value: unknown): boolean {
  const parts = new Set([value]);
  // The loop visits the parts that it adds.
  for (const part of parts) {
    if (typeof part !== 'object' || part === null) continue;
    if (!Array.isArray(part) && !isPlainObject(part)) return false;
    for (const inner of Object.values(part) as unknown[]) parts.add(inner);
  }
  return true;
}

/** The JSON that a body must contain. A body that cannot be read, or is not JSON, does not match. */
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
      return 'the recorded body is not JSON, or not readable';
    }
    const path = firstDifference(expected, actual);
    if (path === undefined) return undefined;
    return path === '' ? 'another value' : `another value at ${show(path)}`;
  };
  return {
    field: `${side} body`,
    weight: 2,
    matches: (entry) => differenceIn(entry) === undefined,
    difference: (entry) => differenceIn(entry) ?? '',
  };
}

/** A part of the expected JSON, the recorded value in its place, and the key that leads there from the outer part. */
interface Part {
  readonly expected: unknown;
  readonly actual: unknown;
  readonly key?: PropertyKey;
  readonly outer?: Part;
}

/** The path of the first part of `expected` that a value lacks; `undefined` if the value contains all of it. */
function firstDifference(expected: unknown, actual: unknown): string | undefined {
  // A loop, because the value may be nested more deeply than calls. A path for each part would be quadratic in the depth.
  const rest: Part[] = [{ expected, actual }];
  for (let part = rest.pop(); part !== undefined; part = rest.pop()) {
    const inner = innerParts(part);
    if (inner === undefined) return pathOf(part);
    for (let next = inner.pop(); next !== undefined; next = inner.pop()) rest.push(next);
  }
  return undefined;
}

/** The parts to compare within a part; `undefined` if the part itself differs. */
function innerParts(outer: Part): Part[] | undefined {
  const { expected, actual } = outer;
  if (typeof expected !== 'object' || expected === null) return expected === actual ? [] : undefined;
  const isList = Array.isArray(expected);
  if (typeof actual !== 'object' || actual === null || isList !== Array.isArray(actual)) return undefined;
  if (isList && expected.length !== (actual as unknown[]).length) return undefined;
  // An undefined field counts as omitted, as everywhere in a matcher.
  const fields = (Object.entries(expected) as [string, unknown][]).filter(([, value]) => value !== undefined);
  return fields.map(([key, value]) => ({
    expected: value,
    // No JSON value is equal to a missing field.
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
 * Glob patterns do not become regular expressions, which may backtrack for longer than linear time: anyone may have sent the
 * recorded text.
 */

type TextTest = (text: string) => boolean;

/** A part of a pattern: maps the offsets where it may start in a text to those where it may end, both ascending. */
type GlobPart = (text: string, starts: readonly number[]) => number[];

/** Matches a path: `:name` is one segment, `*` is any text within a segment, `**` is any text. */
function pathGlob(pattern: string): TextTest {
  return compile(pattern, /\/\*\*\/|\*\*+|\*|:\w+/g, (wildcard, before) => {
    if (wildcard === '/**/') return segments;
    if (wildcard === '*') return run(0, '/?');
    if (!wildcard.startsWith(':')) return anything;
    return before === '/' ? run(1, '/?') : literal(wildcard);
  });
}

/** Matches a case-insensitive host: `*` is any text. */
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

/** The text itself. */
function literal(wanted: string): GlobPart {
  return (text, starts) =>
    starts.filter((start) => text.startsWith(wanted, start)).map((start) => start + wanted.length);
}

/** A run of `least` or more characters, none of which is in `stops`. */
function run(least: number, stops: string): GlobPart {
  return (text, starts) => {
    const ends: number[] = [];
    for (const start of starts) {
      // An earlier start has already led to the same ends.
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

/** A slash, followed by any number of whole segments. */
const segments: GlobPart = (text, starts) => {
  const ends: number[] = [];
  let slash = starts.find((start) => text.charAt(start) === '/') ?? -1;
  for (; slash >= 0; slash = text.indexOf('/', slash + 1)) ends.push(slash + 1);
  return ends;
};
