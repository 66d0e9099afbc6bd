import { bodies, type Bodies } from '../../contract/bodies.ts';
import { check } from '../../contract/check.ts';
import type { Issue } from '../../contract/issue.ts';
import type { OperationId } from '../../contract/operations.ts';

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
