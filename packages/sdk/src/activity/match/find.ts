import type { ActivityEntry } from '../../contract/resources.ts';
import { compileMatcher } from './compile.ts';
import type { ActivityMatcher } from './matcher.ts';

/**
 * Finds the entries that a matcher means, in the order in which they are given.
 *
 * @throws {@link ArgumentError} when the matcher has no meaning.
 * @example
 * ```ts
 * import { explainNoMatch, findActivity } from '@mock-services/sdk/activity';
 *
 * const payment = { method: 'POST', path: '/orders/:id/payments', status: '2xx' } as const;
 * expect(findActivity(entries, payment), explainNoMatch(entries, payment)).toHaveLength(1);
 * ```
 */
export function findActivity(entries: readonly ActivityEntry[], matcher: ActivityMatcher): ActivityEntry[] {
  const criteria = compileMatcher(matcher);
  return entries.filter((entry) => criteria.every((criterion) => criterion.matches(entry)));
}
