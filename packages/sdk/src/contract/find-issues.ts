import { capIssues, type Issue, Place } from './issue.ts';
import type { OperationId } from './operations.ts';
import { bodyChecks, resultChecks } from './validators.gen.ts';

/**
 * Lists how a body of an operation, as sent or as received, differs from its schema. A valid body takes no longer than a
 * check that only says yes or no. After 100 issues, a last one stands for all others: its `more` is their number.
 *
 * @param envelope - A key that paths leave out, because the caller's input is nested under it when it is sent.
 */
export function findIssues(
  operation: OperationId,
  side: 'body' | 'result',
  value: unknown,
  envelope?: string,
): Issue[] {
  const check = (side === 'body' ? bodyChecks : resultChecks)[operation];
  const issues: Issue[] = [];
  const count = check?.(value, new Place(issues));
  const found = capIssues(issues, count);
  if (envelope === undefined) return found;
  return found.map((issue) => ({
    ...issue,
    path: issue.path.slice(envelope.length).replace(/^\./, ''),
    pointer: issue.pointer.slice(envelope.length + 1),
  }));
}
