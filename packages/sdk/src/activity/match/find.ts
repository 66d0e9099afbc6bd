import type { ActivityEntry } from '../../contract/resources.ts';
import { compileMatcher } from './compile.ts';
import type { ActivityMatcher } from './matcher.ts';

/**
 * Finds the entries that a matcher means, in the order in which they are given.
 *
 * @throws {@link ArgumentError} when the matcher has no meaning.
 * @example
 * ```ts
 * const paid = findActivity(entries, { method: 'POST', path: '/orders/:id/payments', status: '2xx' });
 * expect(paid, explainNoMatch(entries, { method: 'POST' })).toHaveLength(1);
 * ```
 */
export function findActivity(entries: readonly ActivityEntry[], matcher: ActivityMatcher): ActivityEntry[] {
  const criteria = compileMatcher(matcher);
  return entries.filter((entry) => criteria.every((criterion) => criterion.matches(entry)));
}
