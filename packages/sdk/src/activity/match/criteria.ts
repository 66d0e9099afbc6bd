import type { ActivityEntry } from '../../contract/resources.ts';
import { ArgumentError } from '../errors/argument-error.ts';
import { show } from '../redact/text.ts';
import { bracketed, pathWithoutQuery } from '../url.ts';
import { hostGlob, pathGlob, type TextTest } from './glob.ts';

/** One field of a matcher, ready to test entries. */
export interface Criterion {
  /** The name of the field in an explanation. */
  readonly field: string;
  /** How much a difference in this field counts against an entry. */
  readonly weight: number;
  matches(entry: ActivityEntry): boolean;
  /** What was expected and what was recorded, without bodies or credentials. */
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

type Pattern = string | RegExp;

const isPattern = (value: unknown): value is Pattern => typeof value === 'string' || value instanceof RegExp;

/** Unlike `test`, `search` does not change a global RegExp. */
const contains =
  (pattern: RegExp): TextTest =>
  (text) =>
    text.search(pattern) >= 0;

export function methodCriterion(method: unknown): Criterion {
  if (typeof method !== 'string') throw new ArgumentError('matcher.method', 'a string', method);
  const wanted = method.toUpperCase();
  const methodOf = ({ request }: ActivityEntry) => request.method;
  return criterion('method', 4, show(wanted), methodOf, (value) => value.toUpperCase() === wanted);
}

export function pathCriterion(pattern: unknown): Criterion {
  if (!isPattern(pattern) || (typeof pattern === 'string' && !/^[/*]/.test(pattern))) {
    throw new ArgumentError('matcher.path', 'a RegExp, or a string that begins with / or *', pattern);
  }
  const matches = typeof pattern === 'string' ? pathGlob(pattern) : contains(pattern);
  const withQuery = typeof pattern !== 'string' || pattern.includes('?');
  const pathOf = ({ request }: ActivityEntry) => request.path;
  return criterion('path', 8, show(pattern), pathOf, (path) =>
    matches(withQuery ? path : pathWithoutQuery(path)),
  );
}

export function hostCriterion(pattern: unknown): Criterion {
  if (!isPattern(pattern)) throw new ArgumentError('matcher.host', 'a string or a RegExp', pattern);
  const hostnameOf = ({ request }: ActivityEntry) => request.hostname;
  if (typeof pattern !== 'string') return criterion('host', 4, show(pattern), hostnameOf, contains(pattern));
  const withPort = /^([^:]*|\[.*\]):[\d*]+$/.test(pattern);
  const matches = hostGlob(withPort ? pattern : bracketed(pattern));
  const hostOf = ({ request: { hostname, port } }: ActivityEntry) =>
    withPort ? `${bracketed(hostname)}:${port}` : bracketed(hostname);
  return criterion('host', 4, show(pattern), hostOf, matches);
}

export function statusCriterion(status: unknown): Criterion {
  const digit = typeof status === 'string' ? /^([1-5])xx$/i.exec(status)?.[1] : undefined;
  if (!Number.isInteger(status) && digit === undefined) {
    throw new ArgumentError('matcher.status', "an integer, or a class such as '5xx'", status);
  }
  const statusOf = ({ response }: ActivityEntry) => response.statusCode;
  return criterion('status', 2, show(String(status)), statusOf, (code) =>
    digit === undefined ? code === status : Math.floor(code / 100) === Number(digit),
  );
}

export function scenarioCriterion(id: unknown): Criterion {
  if (typeof id !== 'string') throw new ArgumentError('matcher.scenarioId', 'a string', id);
  const wanted = id.toLowerCase();
  const scenarioOf = ({ metadata }: ActivityEntry) => metadata.scenarioId;
  return criterion('scenarioId', 2, show(id), scenarioOf, (value) => value.toLowerCase() === wanted);
}

export function timeCriterion(field: 'since' | 'until', limit: unknown): Criterion {
  const at = limit instanceof Date ? limit.getTime() : typeof limit === 'string' ? Date.parse(limit) : NaN;
  if (Number.isNaN(at)) throw new ArgumentError(`matcher.${field}`, 'a Date or an ISO 8601 timestamp', limit);
  const isSince = field === 'since';
  const expected = `${isSince ? 'no earlier' : 'no later'} than ${new Date(at).toISOString()}`;
  const timestampOf = ({ timestamp }: ActivityEntry) => timestamp;
  return criterion(field, 1, expected, timestampOf, (timestamp) =>
    isSince ? Date.parse(timestamp) >= at : Date.parse(timestamp) <= at,
  );
}

export function latencyCriterion(limit: unknown): Criterion {
  if (typeof limit !== 'number' || Number.isNaN(limit)) {
    throw new ArgumentError('matcher.slowerThan', 'milliseconds', limit);
  }
  const timeOf = ({ response }: ActivityEntry) => response.responseTimeMs;
  return criterion('slowerThan', 1, `more than ${limit} ms`, timeOf, (ms) => ms > limit);
}
