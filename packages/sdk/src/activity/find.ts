import type { ActivityEntry } from '../contract/resources.ts';
import { isCredentialName, redactPath, show } from './credentials.ts';
import {
  bodyCriterion,
  type Criterion,
  headerCriteria,
  hostCriterion,
  latencyCriterion,
  methodCriterion,
  pathCriterion,
  scenarioCriterion,
  statusCriterion,
  timeCriterion,
} from './criteria.ts';
import { ArgumentError } from './errors/activity-errors.ts';

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

/**
 * Finds the entries that match, in the given order.
 *
 * @throws {@link ArgumentError} when the matcher is invalid.
 * @example
 * ```ts
 * import { explainNoMatch, findActivity } from '@mock-services/sdk/activity';
 *
 * const payment = { method: 'POST', path: '/orders/:id/payments', status: '2xx' } as const;
 * expect(findActivity(entries, payment), explainNoMatch(entries, payment)).toHaveLength(1);
 * ```
 */
export function findActivity(entries: readonly ActivityEntry[], matcher: ActivityMatcher): ActivityEntry[] {
  const criteria = criteriaOf(matcher);
  return entries.filter((entry) => criteria.every((criterion) => criterion.matches(entry)));
}

/** Makes criteria of each field of a matcher. Bodies, which are the slowest to compare, are last. */
const fields: Readonly<Record<keyof ActivityMatcher, (value: unknown) => Criterion | Criterion[]>> = {
  method: methodCriterion,
  status: statusCriterion,
  scenarioId: scenarioCriterion,
  slowerThan: latencyCriterion,
  host: hostCriterion,
  path: pathCriterion,
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
  const names = Object.keys(fields);
  const unknown = Object.keys(given).find((field) => !names.includes(field));
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, names);
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    throw new ArgumentError('matcher', `only the fields ${names.join(', ')}`, unknown, hint);
  }
  return Object.entries(fields).flatMap(([field, criteria]) => {
    const value: unknown = Reflect.get(given, field);
    return value === undefined ? [] : criteria(value);
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

const maxMisses = 3;

/**
 * Explains why no entry matches: the three nearest entries, and which fields of each differ. It quotes no body
 * and redacts credentials, so that it can appear in the log of a test.
 *
 * @returns Lines of text; if entries do match, their number.
 * @throws {@link ArgumentError} when the matcher is invalid.
 * @example
 * ```ts
 * import { explainNoMatch } from '@mock-services/sdk/activity';
 *
 * explainNoMatch(entries, { method: 'POST', path: '/orders' });
 * // No entry matches, of 2 recorded. The nearest:
 * // 1. GET orders.example.com:443/orders → 200 in 12 ms, at 2026-03-01T10:05:00.123Z (5c0e9d2b-…)
 * //    method: expected POST, recorded GET
 * ```
 */
export function explainNoMatch(entries: readonly ActivityEntry[], matcher: ActivityMatcher): string {
  const criteria = criteriaOf(matcher);
  const misses = entries.map((entry) => missOf(entry, criteria));
  const matching = misses.filter(({ failed }) => failed.length === 0).length;
  if (matching > 0) return `${matching} of ${entries.length} recorded entries match.`;
  if (entries.length === 0) return 'No entry matches: none was recorded.';
  const nearest = misses.sort((one, other) => one.distance - other.distance).slice(0, maxMisses);
  return [`No entry matches, of ${entries.length} recorded. The nearest:`, ...nearest.flatMap(describe)].join(
    '\n',
  );
}

/** An entry, and the criteria that do not match it. */
interface Miss {
  readonly entry: ActivityEntry;
  readonly failed: readonly Criterion[];
  readonly distance: number;
}

function missOf(entry: ActivityEntry, criteria: readonly Criterion[]): Miss {
  const failed = criteria.filter((criterion) => !criterion.matches(entry));
  return { entry, failed, distance: failed.reduce((sum, { weight }) => sum + weight, 0) };
}

function describe({ entry, failed }: Miss, index: number): string[] {
  const { id, request, response, timestamp } = entry;
  const path = show(redactPath(request.path, isCredentialName));
  const requested = `${show(request.method)} ${show(request.hostname)}:${request.port}${path}`;
  const received = `${response.statusCode} in ${response.responseTimeMs} ms`;
  return [
    `${index + 1}. ${requested} → ${received}, at ${show(timestamp)} (${show(id)})`,
    ...failed.map((criterion) => `   ${criterion.field}: ${criterion.difference(entry)}`),
  ];
}
