import { capIssues, type Issue, Place } from './issue.ts';
import type { OperationId } from './operations.ts';
import { bodyChecks, resultChecks } from './validators.gen.ts';

/**
 * Lists the differences between a request or response body and its schema. For a valid body, validation is as fast as a
 * boolean check. The list has at most 100 issues. If there are more than 100 issues, an additional issue states the
 * number of omitted issues in `more`.
 *
 * @param envelope - Key that is removed from the start of each path. The client, not the caller, adds the envelope key
 *   to the request body, so a path with the key would confuse the caller.
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
