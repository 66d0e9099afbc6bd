import type { ActivityEntry } from '../../contract/resources.ts';
import { ArgumentError } from '../errors/argument-error.ts';
import type { Criterion } from './criterion.ts';
import { pathWithoutQuery } from '../url.ts';
import { type Glob, hostGlob, pathGlob } from './glob.ts';
import { show } from './show.ts';

type Pattern = string | RegExp;

const isPattern = (value: unknown): value is Pattern => typeof value === 'string' || value instanceof RegExp;

/** Unlike `test`, `search` leaves a global RegExp as it was. */
const tried =
  (pattern: RegExp): Glob =>
  (text) =>
    text.search(pattern) >= 0;

/** A criterion about one value of an entry that can be shown. */
function about<Value extends string | number>(
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

export function methodCriterion(method: unknown): Criterion {
  if (typeof method !== 'string') throw new ArgumentError('matcher.method', 'a string', method);
  const wanted = method.toUpperCase();
  return about(
    'method',
    4,
    show(wanted),
    ({ request }) => request.method,
    (value) => value.toUpperCase() === wanted,
  );
}

export function pathCriterion(pattern: unknown): Criterion {
  const expected = 'a RegExp, or a string that begins with / or *';
  if (!isPattern(pattern) || (typeof pattern === 'string' && !/^[/*]/.test(pattern))) {
    throw new ArgumentError('matcher.path', expected, pattern);
  }
  const isMeant = typeof pattern === 'string' ? pathGlob(pattern) : tried(pattern);
  const whole = typeof pattern !== 'string' || pattern.includes('?');
  return about(
    'path',
    8,
    show(pattern),
    ({ request }) => request.path,
    (path) => isMeant(whole ? path : pathWithoutQuery(path)),
  );
}

export function hostCriterion(pattern: unknown): Criterion {
  if (!isPattern(pattern)) throw new ArgumentError('matcher.host', 'a string or a RegExp', pattern);
  const isMeant = typeof pattern === 'string' ? hostGlob(pattern) : tried(pattern);
  const withPort = typeof pattern === 'string' && /^([^:]*|\[.*\]):[\d*]+$/.test(pattern);
  const hostOf = ({ request: { hostname, port } }: ActivityEntry) =>
    withPort ? `${hostname}:${port}` : hostname;
  return about('host', 4, show(pattern), hostOf, isMeant);
}

export function statusCriterion(status: unknown): Criterion {
  const digit = typeof status === 'string' ? /^([1-5])xx$/i.exec(status)?.[1] : undefined;
  if (!Number.isInteger(status) && digit === undefined) {
    throw new ArgumentError('matcher.status', "a whole number, or a class such as '5xx'", status);
  }
  return about(
    'status',
    2,
    show(String(status)),
    ({ response }) => response.statusCode,
    (code) => (digit === undefined ? code === status : Math.floor(code / 100) === Number(digit)),
  );
}

export function scenarioCriterion(id: unknown): Criterion {
  if (typeof id !== 'string') throw new ArgumentError('matcher.scenarioId', 'a string', id);
  const wanted = id.toLowerCase();
  return about(
    'scenarioId',
    2,
    show(id),
    ({ metadata }) => metadata.scenarioId,
    (value) => value.toLowerCase() === wanted,
  );
}

export function timeCriterion(field: 'since' | 'until', limit: unknown): Criterion {
  const at =
    limit instanceof Date ? limit.getTime() : typeof limit === 'string' ? Date.parse(limit) : Number.NaN;
  if (Number.isNaN(at)) throw new ArgumentError(`matcher.${field}`, 'a Date or an ISO 8601 timestamp', limit);
  const words = `${field === 'since' ? 'no earlier' : 'no later'} than ${new Date(at).toISOString()}`;
  return about(
    field,
    1,
    words,
    ({ timestamp }) => timestamp,
    (timestamp) => (field === 'since' ? Date.parse(timestamp) >= at : Date.parse(timestamp) <= at),
  );
}

export function slownessCriterion(limit: unknown): Criterion {
  if (typeof limit !== 'number' || Number.isNaN(limit)) {
    throw new ArgumentError('matcher.slowerThan', 'milliseconds', limit);
  }
  return about(
    'slowerThan',
    1,
    `more than ${limit} ms`,
    ({ response }) => response.responseTimeMs,
    (ms) => ms > limit,
  );
}
