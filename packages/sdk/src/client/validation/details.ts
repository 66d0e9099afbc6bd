/** What zod says about a body that differs from the interface. The only part of the client that is loaded on demand. */
import { bodies, type Bodies } from '../../contract/bodies.ts';
import { check } from '../../contract/check.ts';
import type { Issue } from '../../contract/issue.ts';
import type { OperationId } from '../../contract/operations.ts';

/**
 * Lists how a body of an operation, as sent or as received, differs from its schema.
 *
 * @param envelope - A key that paths leave out, because the caller's input is nested under it when it is sent.
 */
export function findIssues(
  operation: OperationId,
  side: keyof Bodies,
  value: unknown,
  envelope: string | undefined,
): Issue[] {
  const { [side]: schema }: Bodies = bodies[operation];
  const issues = schema === undefined ? [] : check(schema, value);
  if (envelope === undefined) return issues;
  return issues.map((issue) => ({
    ...issue,
    path: issue.path.slice(envelope.length).replace(/^\./, ''),
    pointer: issue.pointer.slice(envelope.length + 1),
  }));
}
