import type { JournalEntry } from './journal-entry.ts';
import { differences, show, type JournalMatcher } from './journal-matcher.ts';

/** How many of the closest requests are shown. */
const most = 3;

/** Says which requests were closest to what was sought, and what was different about each. */
export function explainNoMatch(entries: readonly JournalEntry[], matcher: JournalMatcher): string {
  const sought = typeof matcher === 'function' ? 'for which the function holds' : show(matcher);
  const ranked = entries
    .map((entry) => ({ entry, different: differences(matcher, entry) }))
    .toSorted((a, b) => a.different.length - b.different.length);
  const matching = ranked.filter(({ different }) => different.length === 0).length;
  if (matching > 0) return `${matching} of ${entries.length} requests match ${sought}.`;
  if (entries.length === 0) return `No request ${sought}: none was received.`;
  const closest = ranked
    .slice(0, most)
    .map(({ entry, different }) =>
      [
        lineOf(entry),
        ...different.map(
          ({ path, expected, received }) => `    ${path}: expected ${expected}, received ${received}`,
        ),
      ].join('\n'),
    );
  const count = entries.length === 1 ? '1 was received' : `${entries.length} were received`;
  return [`No request ${sought}. ${count}; closest:`, ...closest].join('\n');
}

/** A request in a line: `#3 POST /configuration/mock-service → 201 (createMockService)`. */
export function lineOf({ number, method, path, status, operation, fault }: JournalEntry): string {
  const notes = [operation, fault === undefined ? undefined : `fault ${fault}`].filter(
    (note) => note !== undefined,
  );
  return `  #${number} ${method} ${path} → ${status}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}
