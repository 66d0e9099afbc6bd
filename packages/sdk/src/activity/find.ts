import type { ActivityEntry } from '../contract/resources.ts';
import { checkEntries, type EntryField, problemFinder } from './arguments.ts';
import { formatIssue } from '../contract/issue.ts';
import { show } from './credentials.ts';
import { urlOf } from './exchange.ts';
import { type ActivityMatcher, criteriaOf, type Criterion } from './matcher.ts';

/**
 * Returns the entries that match, in their original order.
 * @throws TypeError if the matcher is invalid.
 * @throws {@link EntryError} if an entry lacks a field that the matcher reads.
 * @example
 * ```ts
 * import { explainNoMatch, findActivity } from '@mock-services/sdk/activity';
 *
 * const payment = { method: 'POST', path: '/orders/:id/payments', status: '2xx' } as const;
 * expect(findActivity(entries, payment), explainNoMatch(entries, payment)).toHaveLength(1);
 * ```
 */
export function findActivity(entries: readonly ActivityEntry[], matcher: ActivityMatcher): ActivityEntry[] {
  return matchesOf('findActivity', entries, criteriaOf(matcher));
}

/** @param owner - Name of the called function. */
export function matchesOf(
  owner: string,
  entries: readonly ActivityEntry[],
  criteria: readonly Criterion[],
): ActivityEntry[] {
  checkEntries(owner, entries, readBy(criteria));
  return entries.filter((entry) => criteria.every((criterion) => criterion.matches(entry)));
}

function readBy(criteria: readonly Criterion[]): EntryField[] {
  return [...new Set(criteria.flatMap(({ reads }) => reads))];
}

const maxMisses = 3;

/**
 * Explains why no entry matches, with the three closest entries and the fields that differ. The text is safe for test
 * logs, because it contains no bodies or credentials. If entries match, it says how many.
 * @throws TypeError if the matcher is invalid.
 * @throws {@link EntryError} if an entry lacks a field that the matcher reads.
 * @example
 * ```ts
 * import { explainNoMatch } from '@mock-services/sdk/activity';
 *
 * explainNoMatch(entries, { method: 'POST', path: '/orders' });
 * // No entry matches (2 entries were recorded). The closest entries:
 * // 1. GET https://orders.example.com/orders → 200 in 12 ms, at 2026-03-01T10:05:00.123Z (5c0e9d2b-…)
 * //    method: expected POST, recorded GET
 * ```
 */
export function explainNoMatch(entries: readonly ActivityEntry[], matcher: ActivityMatcher): string {
  const criteria = criteriaOf(matcher);
  checkEntries('explainNoMatch', entries, readBy(criteria));
  const misses = entries.map((entry) => missOf(entry, criteria));
  const matching = misses.filter(({ failed }) => failed.length === 0).length;
  if (matching > 0) {
    return `${matching} of ${entries.length} recorded entries ${matching === 1 ? 'matches' : 'match'}.`;
  }
  if (entries.length === 0) return 'No entry matches, because the activity log is empty.';
  const count = entries.length === 1 ? '1 entry was' : `${entries.length} entries were`;
  const nearest = misses.sort((one, other) => one.distance - other.distance).slice(0, maxMisses);
  return [`No entry matches (${count} recorded). The closest entries:`, ...nearest.flatMap(describe)].join(
    '\n',
  );
}

interface Miss {
  readonly entry: ActivityEntry;
  readonly failed: readonly Criterion[];
  readonly distance: number;
}

function missOf(entry: ActivityEntry, criteria: readonly Criterion[]): Miss {
  const failed = criteria.filter((criterion) => !criterion.matches(entry));
  return { entry, failed, distance: failed.reduce((sum, { weight }) => sum + weight, 0) };
}

const shownFields: readonly EntryField[] = [
  'request.method',
  'request.hostname',
  'request.port',
  'request.path',
  'response.statusCode',
  'response.responseTimeMs',
];

function describe({ entry, failed }: Miss, index: number): string[] {
  const { id, request, response, timestamp } = entry;
  const problem = problemFinder(shownFields)(entry);
  const exchange = problem
    ? `An exchange that does not conform to the interface: ${formatIssue(problem)}`
    : `${show(request.method)} ${show(urlOf(entry))} → ${response.statusCode} in ${response.responseTimeMs} ms`;
  return [
    `${index + 1}. ${exchange}, at ${show(timestamp)} (${show(id)})`,
    ...failed.map((criterion) => `   ${criterion.field}: ${criterion.difference(entry)}`),
  ];
}
