import { locate } from '../contract/issue.ts';
import type { ActivityEntry } from '../contract/resources.ts';
import { checkFields, type EntryField, invalid, messageFields } from './arguments.ts';
import { bodyOf, type Side } from './body.ts';
import { isCredentialParameter, show } from './credentials.ts';
import { bracketed, headerOf, hostAndPort, pathWithoutQuery, scenarioIdOf } from './exchange.ts';
import { hostTest, pathTest, type TextTest } from './wildcards.ts';

/** Criteria for activity entries. An entry must match every field that is set. */
export interface ActivityMatcher {
  /** HTTP method, case-insensitive. */
  readonly method?: string | undefined;
  /**
   * In a string, `:name` matches one path segment, `*` matches any text within a segment, and `**` matches any text.
   * If the string has no query, the recorded query is ignored. A RegExp is tested against the recorded path,
   * including the query.
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
   * Request headers by case-insensitive name. A recorded value must equal the string or match the RegExp. `true`
   * accepts any value, and `false` requires the header to be missing.
   */
  readonly header?: Readonly<Record<string, HeaderPattern>> | undefined;
  /** Response headers, with the same rules as in `header`. */
  readonly responseHeader?: Readonly<Record<string, HeaderPattern>> | undefined;
  /**
   * JSON that the request body must contain. Objects in the recorded body may have additional fields at any depth,
   * but arrays must have the same length. Class instances, such as a RegExp or a Map, are invalid.
   */
  readonly body?: unknown;
  /** JSON that the response body must contain, with the same rules as in `body`. */
  readonly responseBody?: unknown;
  /** Case-insensitive UUID. */
  readonly scenarioId?: string | undefined;
  /** Earliest recording time, as a Date or an ISO 8601 timestamp. */
  readonly since?: Date | string | undefined;
  /** Latest recording time, as a Date or an ISO 8601 timestamp. */
  readonly until?: Date | string | undefined;
  /** Milliseconds that the response time must exceed. */
  readonly slowerThan?: number | undefined;
}

export type StatusClass = '1xx' | '2xx' | '3xx' | '4xx' | '5xx';

export type HeaderPattern = string | RegExp | boolean;

export interface Criterion {
  readonly field: string;
  /** The fields of an entry that it reads. An entry without metadata or with an invalid timestamp does not match. */
  readonly reads: readonly EntryField[];
  /** How far an entry is from a match if it does not meet the criterion. */
  readonly weight: number;
  matches(entry: ActivityEntry): boolean;
  /** The expected and the recorded value, without bodies or credentials. */
  difference(entry: ActivityEntry): string;
}

function criterion<Value extends string | number>(
  field: string,
  reads: readonly EntryField[],
  weight: number,
  expected: string,
  valueOf: (entry: ActivityEntry) => Value,
  matches: (value: Value) => boolean,
): Criterion {
  return {
    field,
    reads,
    weight,
    matches: (entry) => matches(valueOf(entry)),
    difference: (entry) => `expected ${expected}, recorded ${show(valueOf(entry))}`,
  };
}

function equality(
  field: 'method' | 'scenarioId',
  reads: readonly EntryField[],
  weight: number,
  wanted: unknown,
  valueOf: (entry: ActivityEntry) => string,
): Criterion {
  if (typeof wanted !== 'string') throw invalid(`matcher.${field}`, 'a string', wanted);
  const lower = wanted.toLowerCase();
  return criterion(field, reads, weight, show(wanted), valueOf, (value) => value.toLowerCase() === lower);
}

/** Unlike `search`, `test` would change the `lastIndex` of a global RegExp. */
const contains =
  (pattern: RegExp): TextTest =>
  (text) =>
    text.search(pattern) >= 0;

const criteria: Readonly<Record<keyof ActivityMatcher, (value: unknown) => Criterion | Criterion[]>> = {
  method(value) {
    const wanted = typeof value === 'string' ? value.toUpperCase() : value;
    return equality('method', ['request.method'], 4, wanted, ({ request }) => request.method);
  },
  status(value) {
    const digit = typeof value === 'string' ? /^([1-5])xx$/i.exec(value)?.[1] : undefined;
    if (!Number.isInteger(value) && digit === undefined) {
      throw invalid('matcher.status', "an integer, or a class such as '5xx'", value);
    }
    const statusOf = ({ response }: ActivityEntry) => response.statusCode;
    return criterion('status', ['response.statusCode'], 2, show(String(value)), statusOf, (code) =>
      digit === undefined ? code === value : Math.floor(code / 100) === Number(digit),
    );
  },
  scenarioId: (value) => equality('scenarioId', [], 2, value, scenarioIdOf),
  slowerThan(value) {
    if (typeof value !== 'number' || Number.isNaN(value)) {
      throw invalid('matcher.slowerThan', 'a number of milliseconds', value);
    }
    const timeOf = ({ response }: ActivityEntry) => response.responseTimeMs;
    return criterion(
      'slowerThan',
      ['response.responseTimeMs'],
      1,
      `more than ${value} ms`,
      timeOf,
      (ms) => ms > value,
    );
  },
  host(value) {
    if (value instanceof RegExp) {
      return criterion(
        'host',
        ['request.hostname'],
        4,
        show(value),
        ({ request }) => request.hostname,
        contains(value),
      );
    }
    if (typeof value !== 'string') throw invalid('matcher.host', 'a string or a RegExp', value);
    const withPort = /^([^:]*|\[.*\]):[\d*]+$/.test(value);
    const hostOf = ({ request }: ActivityEntry) => {
      const { host, port } = hostAndPort(request);
      return withPort ? `${host}:${port}` : host;
    };
    return criterion(
      'host',
      ['request.hostname', 'request.port'],
      4,
      show(value),
      hostOf,
      hostTest(withPort ? value : bracketed(value)),
    );
  },
  path(value) {
    const pathOf = ({ request }: ActivityEntry) => request.path;
    if (value instanceof RegExp)
      return criterion('path', ['request.path'], 8, show(value), pathOf, contains(value));
    if (typeof value !== 'string' || !/^[/*]/.test(value)) {
      throw invalid('matcher.path', 'a RegExp, or a string that begins with / or *', value);
    }
    const matches = pathTest(value);
    const withQuery = value.includes('?');
    return criterion('path', ['request.path'], 8, show(value), pathOf, (path) =>
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

/** @throws TypeError if a field is invalid or unknown. Ignoring a misspelled field would match too many entries. */
export function criteriaOf(matcher: ActivityMatcher): Criterion[] {
  checkFields('matcher', matcher, Object.keys(criteria), 'matcher field');
  return Object.entries(criteria).flatMap(([field, criteriaFor]) => {
    const value: unknown = Reflect.get(matcher, field);
    return value === undefined ? [] : criteriaFor(value);
  });
}

function timeCriterion(field: 'since' | 'until', limit: unknown): Criterion {
  const at = limit instanceof Date ? limit.getTime() : typeof limit === 'string' ? Date.parse(limit) : NaN;
  if (Number.isNaN(at)) throw invalid(`matcher.${field}`, 'a Date or an ISO 8601 timestamp', limit);
  const isSince = field === 'since';
  const expected = `${isSince ? 'no earlier' : 'no later'} than ${new Date(at).toISOString()}`;
  const timestampOf = ({ timestamp }: ActivityEntry) => timestamp;
  return criterion(field, [], 1, expected, timestampOf, (timestamp) =>
    isSince ? Date.parse(timestamp) >= at : Date.parse(timestamp) <= at,
  );
}

function headerCriteria(side: Side, patterns: unknown): Criterion[] {
  const argument = side === 'request' ? 'matcher.header' : 'matcher.responseHeader';
  if (!isPlainObject(patterns)) {
    throw invalid(argument, 'an object whose keys are header names', patterns);
  }
  return Object.entries(patterns).flatMap(([name, pattern]: [string, unknown]) =>
    pattern === undefined ? [] : [headerCriterion(side, name, pattern, `${argument}['${name}']`)],
  );
}

function headerCriterion(side: Side, name: string, pattern: unknown, argument: string): Criterion {
  if (!(typeof pattern === 'string' || typeof pattern === 'boolean' || pattern instanceof RegExp)) {
    throw invalid(argument, 'a string, a RegExp, true or false', pattern);
  }
  const valueOf = (entry: ActivityEntry) => headerOf(entry[side].headers, name);
  return {
    field: `${side} header ${show(name)}`,
    reads: [`${side}.headers`],
    weight: 1,
    matches: (entry) => headerMatches(valueOf(entry), pattern),
    difference: (entry) => {
      const value = valueOf(entry);
      if (pattern === true) return 'expected a value, recorded none';
      if (pattern === false) return 'expected none, recorded one';
      if (isCredentialParameter(name))
        return value === undefined ? 'expected a value, recorded none' : 'another value, not shown';
      return `expected ${show(pattern)}, recorded ${value === undefined ? 'none' : show(value)}`;
    },
  };
}

function headerMatches(value: string | undefined, pattern: string | RegExp | boolean): boolean {
  if (typeof pattern === 'boolean') return (value !== undefined) === pattern;
  if (value === undefined) return false;
  return typeof pattern === 'string' ? value === pattern : value.search(pattern) >= 0;
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  // jest may run tests in another realm, whose objects have a different `Object.prototype`.
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Without a limit, recursion could overflow the call stack. */
const maxDepth = 1000;

function isJson(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= maxDepth || !(Array.isArray(value) || isPlainObject(value))) return false;
  return Object.values(value).every((inner) => isJson(inner, depth + 1));
}

function bodyCriterion(side: Side, expected: unknown): Criterion {
  if (!isJson(expected)) {
    const argument = side === 'request' ? 'matcher.body' : 'matcher.responseBody';
    throw invalid(argument, `a JSON value of at most ${maxDepth} levels`, expected);
  }
  const differenceIn = (entry: ActivityEntry): string | undefined => {
    let actual: unknown;
    try {
      actual = bodyOf(entry, side).json();
    } catch {
      return 'the recorded body is not JSON or cannot be read';
    }
    const keys = firstDifference(expected, actual);
    if (keys === undefined) return undefined;
    return keys.length === 0 ? 'the value differs' : `the value differs at ${show(locate(keys).path)}`;
  };
  return {
    field: `${side} body`,
    reads: messageFields[side],
    weight: 2,
    matches: (entry) => differenceIn(entry) === undefined,
    difference: (entry) => differenceIn(entry) ?? '',
  };
}

/** Returns the path of the first part of `expected` that is missing from `actual`. */
function firstDifference(expected: unknown, actual: unknown): PropertyKey[] | undefined {
  if (typeof expected !== 'object' || expected === null) return expected === actual ? undefined : [];
  const isList = Array.isArray(expected);
  if (typeof actual !== 'object' || actual === null || isList !== Array.isArray(actual)) return [];
  if (isList && expected.length !== (actual as unknown[]).length) return [];
  for (const [key, value] of Object.entries(expected) as [string, unknown][]) {
    // An `undefined` field counts as omitted.
    if (value === undefined) continue;
    const recorded: unknown = Object.hasOwn(actual, key) ? Reflect.get(actual, key) : undefined;
    const inner = firstDifference(value, recorded);
    if (inner !== undefined) return [isList ? Number(key) : key, ...inner];
  }
  return undefined;
}
