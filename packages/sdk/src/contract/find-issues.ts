import { capIssues, type Issue, Place } from './issue.ts';
import type { OperationId } from './operations.ts';
import { bodyChecks, resultChecks } from './validators.gen.ts';

/**
 * Lists the differences between a request or response body and its schema. Validating a valid body is as fast as a
 * boolean check. If there are more than 100 issues, one further issue has the number of omitted issues as `more`.
 *
 * @param envelope - A key to remove from the start of each path. The client nests the caller's input under this key, so
 *   the caller does not know it.
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
