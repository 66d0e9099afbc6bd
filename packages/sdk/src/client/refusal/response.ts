import { bodies, type Bodies } from '../../contract/bodies.ts';
import { check } from '../../contract/check.ts';
import { formatIssue } from '../../contract/issue.ts';
import type { Call } from '../call.ts';
import { ValidationError } from '../errors/validation-error.ts';

/**
 * Tells what is wrong with a response body. With `validation: 'warn'` the observer hears of each operation and place
 * once.
 *
 * @throws ValidationError unless `validation` is `'warn'`.
 */
export function checkResult(call: Call, body: unknown): void {
  const { result }: Bodies = bodies[call.terms.operation];
  const issues = result === undefined ? [] : check(result, body);
  const { validation, told } = call.terms.client;
  if (validation === 'strict' && issues.length > 0) {
    throw new ValidationError(call.facts, 'response', issues);
  }
  for (const issue of issues) {
    const key = `${call.terms.operation} ${issue.path.replace(/\[\d+\]/g, '[]')}`;
    if (told.has(key)) continue;
    told.add(key);
    call.tell('onWarning', { kind: 'validation', path: issue.path, message: formatIssue(issue) });
  }
}
