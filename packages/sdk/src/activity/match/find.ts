import type { ActivityEntry } from '../../contract/resources.ts';
import { ArgumentError } from '../errors/argument-error.ts';
import {
  type Criterion,
  hostCriterion,
  latencyCriterion,
  methodCriterion,
  pathCriterion,
  scenarioCriterion,
  statusCriterion,
  timeCriterion,
} from './criteria.ts';
import type { ActivityMatcher } from './matcher.ts';
import { bodyCriterion, headerCriteria } from './message-criteria.ts';
import { nearestName } from './nearest-name.ts';

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

/** How each field of a matcher becomes criteria; the slowest last, those that read bodies. */
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
 * @throws {@link ArgumentError} when a field is invalid or unknown: a misspelt field would match everything.
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
