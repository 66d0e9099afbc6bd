import { isObject } from '../contract/kinds.ts';
import type { ActivityEntry } from '../contract/resources.ts';
import { checkEntries, checkEntry, type EntryField } from './arguments.ts';
import { type Criterion, criteriaOf, journalParts } from './criteria.ts';
import type { ActivityMatcher, MatcherOptions } from './matcher.ts';

/**
 * Returns the entries that match, in their original order. The entries may be those of a workspace's log (§4,
 * endpoint 1) or of a fake server's journal.
 * @throws TypeError if the matcher is invalid, or if an entry lacks a field that the matcher reads.
 * @example
 * ```ts
 * import { explainNoMatch, findActivity } from '@mock-services/sdk/activity';
 *
 * const payment = { method: 'POST', path: '/orders/:id/payments', status: '2xx' } as const;
 * expect(findActivity(entries, payment), explainNoMatch(entries, payment)).toHaveLength(1);
 * ```
 */
export function findActivity<Entry extends ActivityEntry>(
  entries: readonly Entry[],
  matcher: ActivityMatcher<Entry>,
): Entry[] {
  return matchesOf('findActivity', entries, criteriaOf(matcher));
}

/**
 * Checks a matcher once, and returns a function that tests any number of entries.
 * @throws TypeError if the matcher is invalid, or if an entry lacks a field that the matcher reads.
 * @example
 * ```ts
 * import { matchesActivity } from '@mock-services/sdk/activity';
 *
 * const hasFailed = matchesActivity({ status: '5xx' });
 * entries.filter(hasFailed).length;
 * ```
 */
export function matchesActivity<Entry extends ActivityEntry = ActivityEntry>(
  matcher: ActivityMatcher<Entry>,
  options: MatcherOptions = {},
): (entry: Entry) => boolean {
  const owner = 'matchesActivity';
  const criteria = criteriaOf(matcher, options);
  const fields = readBy(criteria);
  return (entry) => {
    checkEntry(owner, entry, fields);
    checkJournalField(owner, criteria, entry);
    return isMatch(criteria, entry);
  };
}

/** @param owner - Name of the called function. */
export function matchesOf<Entry extends ActivityEntry>(
  owner: string,
  entries: readonly Entry[],
  criteria: readonly Criterion[],
): Entry[] {
  checkReadable(owner, entries, criteria);
  return entries.filter((entry) => isMatch(criteria, entry));
}

/** Throws if the entries lack a field that the criteria read. */
export function checkReadable(
  owner: string,
  entries: readonly ActivityEntry[],
  criteria: readonly Criterion[],
): void {
  checkEntries(owner, entries, readBy(criteria));
  for (const entry of entries) checkJournalField(owner, criteria, entry);
}

function isMatch(criteria: readonly Criterion[], entry: ActivityEntry): boolean {
  return criteria.every((criterion) => criterion.differences(entry).length === 0);
}

function readBy(criteria: readonly Criterion[]): EntryField[] {
  return [...new Set(criteria.flatMap(({ reads }) => reads))];
}

function checkJournalField(owner: string, criteria: readonly Criterion[], entry: ActivityEntry): void {
  const field = criteria.find(({ journalField }) => journalField !== undefined)?.journalField;
  if (field === undefined || isObject(journalParts(entry).params)) return;
  throw new TypeError(
    `${owner}: the matcher has the field \`${field}\`, but only journal entries of a fake server have ${field === 'params' ? 'parameters' : 'an operation'}. For a workspace's log, use \`method\` and \`path\`.`,
  );
}
