import { parseJson } from '../contract/kinds.ts';
import type { ActivityEntry } from '../contract/resources.ts';
import { isActivityError } from '../errors.ts';
import { type EntryField, invalid, messageFields } from './arguments.ts';
import { bodyOf, contentCoding, type Side } from './body.ts';
import { isCredentialName, isCredentialParameter, redactBody, redactJson, redactUrl } from './credentials.ts';
import {
  bracketed,
  headerEntries,
  headerOf,
  hostAndPort,
  mediaTypeOf,
  pathWithoutQuery,
  scenarioIdOf,
} from './exchange.ts';
import type { ActivityFields, MatcherField, TextTest } from './matcher.ts';
import { checkJson, compare, contains, isAsymmetric, isDate, isOfText, isRegExp } from './patterns.ts';
import { hostTest, pathTest } from './wildcards.ts';

export interface Field extends MatcherField {
  /** The parts of an entry that the field reads. */
  readonly needs?: readonly EntryField[];
  /** Describes the matching values if the pattern itself is not descriptive. */
  readonly phrase?: (pattern: unknown) => string | undefined;
  /** Replaces credentials in the value. */
  readonly show?: (value: unknown, entry?: ActivityEntry) => unknown;
  /** Explains why a value could not be compared. Set only for fields whose pattern is JSON. */
  readonly problem?: (entry: ActivityEntry, value: unknown) => string | undefined;
}

/**
 * Returns the test for a pattern that is a string, a RegExp or an asymmetric matcher.
 * @param ofString - Returns the test for a string, or throws a `TypeError` if the string is invalid.
 * @param kinds - Expected kinds of patterns, for error messages.
 */
export function textTest(
  ofString: (pattern: string, argument: string) => TextTest,
  kinds = 'a string, a RegExp or an asymmetric matcher',
): MatcherField['test'] {
  return (pattern, argument) => {
    if (isAsymmetric(pattern)) return (text) => pattern.asymmetricMatch(text);
    if (!isRegExp(pattern) && typeof pattern !== 'string') throw invalid(argument, kinds, pattern);
    const matches = isRegExp(pattern)
      ? (text: string) => contains(text, pattern)
      : ofString(pattern, argument);
    return (text) => typeof text === 'string' && matches(text);
  };
}

function inAnyCase(pattern: string): TextTest {
  const lower = pattern.toLowerCase();
  return (text) => text.toLowerCase() === lower;
}

export const headerNames = 'header names';

const pathKinds = 'a RegExp, an asymmetric matcher, or a string that begins with / or *';

/** Fields are tested in this order, so fields that are slow to test come last. */
export const activityFields: Readonly<Record<keyof ActivityFields, Field>> = {
  method: {
    needs: ['request.method'],
    weight: 4,
    read: ({ request }) => request.method,
    test: textTest(inAnyCase),
  },
  path: {
    needs: ['request.path'],
    weight: 8,
    read: ({ request }) => request.path,
    test: textTest(matchesPath, pathKinds),
    show: (value) => redactUrl(String(value), isCredentialParameter),
  },
  host: {
    needs: ['request.hostname', 'request.port'],
    weight: 4,
    read: ({ request }, pattern) => {
      if (typeof pattern !== 'string') return request.hostname;
      const { host, port } = hostAndPort(request);
      return hasPort(pattern) ? `${host}:${port}` : host;
    },
    test: textTest((pattern) => hostTest(hasPort(pattern) ? pattern : bracketed(pattern))),
    show: (value) => redactUrl(`//${String(value)}`, isCredentialParameter).slice(2),
  },
  status: {
    needs: ['response.statusCode'],
    weight: 2,
    read: ({ response }) => response.statusCode,
    test: statusTest,
  },
  headers: headers('request'),
  responseHeaders: headers('response'),
  scenarioId: { weight: 2, read: scenarioIdOf, test: textTest(inAnyCase) },
  since: time('no earlier', (at, limit) => at >= limit),
  until: time('no later', (at, limit) => at <= limit),
  slowerThan: {
    needs: ['response.responseTimeMs'],
    weight: 1,
    read: ({ response }) => response.responseTimeMs,
    test: (limit, argument) => {
      if (typeof limit === 'number' && !Number.isNaN(limit)) return (ms) => Number(ms) > limit;
      throw invalid(argument, 'a number of milliseconds', limit);
    },
    phrase: (limit) => `more than ${String(limit)} ms`,
  },
  body: body('body', 'request'),
  responseBody: body('responseBody', 'response'),
};

function matchesPath(pattern: string, argument: string): TextTest {
  if (!/^[/*]/.test(pattern)) throw invalid(argument, pathKinds, pattern);
  const matches = pathTest(pattern);
  return pattern.includes('?') ? matches : (path) => matches(pathWithoutQuery(path));
}

function hasPort(host: string): boolean {
  return /^([^:]*|\[.*\]):[\d*]+$/.test(host);
}

function statusTest(pattern: unknown, argument: string): (status: unknown) => boolean {
  if (isAsymmetric(pattern)) return (status) => pattern.asymmetricMatch(status);
  if (isRegExp(pattern)) return (status) => contains(String(status), pattern);
  if (Number.isInteger(pattern)) return (status) => status === pattern;
  if (typeof pattern === 'string' && /^[1-5]xx$/i.test(pattern))
    return (status) => Math.floor(Number(status) / 100) === Number(pattern.charAt(0));
  throw invalid(argument, "an integer, a class such as '5xx', a RegExp or an asymmetric matcher", pattern);
}

function headers(side: Side): Field {
  const kinds = 'a string, a RegExp, an asymmetric matcher, true or false';
  const test = textTest((pattern) => (text) => text === pattern, kinds);
  return {
    needs: [`${side}.headers`],
    weight: 1,
    names: headerNames,
    read: (entry, _, name) => {
      const all = entry[side].headers;
      if (name !== undefined) return headerOf(all, name);
      return Object.fromEntries(headerEntries(all).map(([each, text]) => [each.toLowerCase(), text]));
    },
    test: (pattern, argument) =>
      typeof pattern === 'boolean' ? (text) => (text !== undefined) === pattern : test(pattern, argument),
    phrase: (pattern) => (typeof pattern !== 'boolean' ? undefined : pattern ? 'a value' : 'nothing'),
  };
}

function time(phrase: string, isMatch: (at: number, limit: number) => boolean): Field {
  return {
    weight: 1,
    read: ({ timestamp }) => timestamp,
    test: (pattern, argument) => {
      const limit = timeOf(pattern);
      if (Number.isNaN(limit)) throw invalid(argument, 'a Date or an ISO 8601 timestamp', pattern);
      return (timestamp) => isMatch(Date.parse(String(timestamp)), limit);
    },
    phrase: (limit) => `${phrase} than ${new Date(timeOf(limit)).toISOString()}`,
  };
}

const isoTime = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d:\d\d)?)?$/i;

/** Returns NaN for an invalid time. A time without a time zone is in UTC. */
function timeOf(limit: unknown): number {
  if (isDate(limit)) return limit.getTime();
  const [, day = '', clock = '00:00', zone = 'Z'] =
    (typeof limit === 'string' ? isoTime.exec(limit) : null) ?? [];
  return Date.parse(`${day}T${clock}${zone.toUpperCase()}`);
}

function body(name: 'body' | 'responseBody', side: Side): Field {
  const isLeftOut = (entry: ActivityEntry) =>
    side === 'response' && 'responseBodyLeftOut' in entry && entry.responseBodyLeftOut === true;
  const textOf = (entry: ActivityEntry) => {
    try {
      return isLeftOut(entry) ? undefined : bodyOf(entry, side).text();
    } catch (error) {
      if (isActivityError(error)) return undefined;
      throw error;
    }
  };
  return {
    needs: messageFields[side],
    weight: 2,
    read: (entry, pattern) => {
      const text = textOf(entry);
      const json = text === undefined || isOfText(pattern) ? undefined : parseJson(text);
      return json === undefined ? text : json;
    },
    test: (pattern) => {
      checkJson(pattern, [name]);
      return (value) => value !== undefined && compare(pattern, value).length === 0;
    },
    show: (value, entry) =>
      typeof value === 'string'
        ? redactBody(value, mediaTypeOf(entry && headerOf(entry[side].headers, 'content-type')))
        : redactJson(value, isCredentialName),
    problem: (entry, value) => {
      if (isLeftOut(entry)) return 'the body was left out, because the journal is full';
      if (value === undefined) return 'the body cannot be read';
      if (typeof value !== 'string' || contentCoding(entry, side) === '') return undefined;
      return 'the body still has a content-encoding. Call `decodeBodies` first';
    },
  };
}
