import { capIssues, type Issue, Place } from './issue.ts';
import type { OperationId } from './operations.ts';
import { bodyChecks, resultChecks } from './validators.gen.ts';

/**
 * Works like `check`, but with generated code.
 * @param envelope - Key to remove from the start of each path, because the client adds it, not the caller.
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
