import { ArgumentError } from '../errors/argument-error.ts';
import { bodyCriterion } from './body-criterion.ts';
import {
  hostCriterion,
  methodCriterion,
  pathCriterion,
  scenarioCriterion,
  slownessCriterion,
  statusCriterion,
  timeCriterion,
} from './criteria.ts';
import type { Criterion } from './criterion.ts';
import { headerCriteria } from './header-criteria.ts';
import type { ActivityMatcher } from './matcher.ts';

/** How each field of a matcher becomes criteria; those that read bodies come last, since they take longest. */
const makers: Readonly<Record<keyof ActivityMatcher, (value: unknown) => Criterion | Criterion[]>> = {
  method: methodCriterion,
  status: statusCriterion,
  scenarioId: scenarioCriterion,
  slowerThan: slownessCriterion,
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
 * Makes a matcher ready for use.
 *
 * @throws {@link ArgumentError} when a field has no meaning, or is none: a misspelt field would match all.
 */
export function compileMatcher(matcher: ActivityMatcher): Criterion[] {
  // Callers without types may give anything.
  const given: unknown = matcher;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new ArgumentError('matcher', 'an object', given);
  }
  const unknown = Object.keys(given).find((field) => !Object.hasOwn(makers, field));
  if (unknown !== undefined) {
    throw new ArgumentError('matcher', `no other fields than ${Object.keys(makers).join(', ')}`, given);
  }
  return Object.entries(makers).flatMap(([field, make]) => {
    const value: unknown = Reflect.get(given, field);
    return value === undefined ? [] : make(value);
  });
}
