import { capIssues, type Issue, Place } from './issue.ts';
import type { OperationId } from './operations.ts';
import { bodyChecks, resultChecks } from './validators.gen.ts';

/**
 * Works like `check`, but with generated validators in place of zod.
 * @param relocate - Converts keys in `value` to keys for error messages.
 */
export function findIssues(
  operation: OperationId,
  side: 'body' | 'result',
  value: unknown,
  relocate?: (keys: readonly PropertyKey[]) => readonly PropertyKey[],
): Issue[] {
  const check = (side === 'body' ? bodyChecks : resultChecks)[operation];
  const issues: Issue[] = [];
  const count = check?.(value, new Place(issues, relocate));
  return capIssues(issues, count);
}
