import { bodies, type Bodies } from '../../contract/bodies.ts';
import { check } from '../../contract/check.ts';
import { formatIssue, type Issue } from '../../contract/issue.ts';
import type { Call } from '../call.ts';
import { refusal } from './refusal.ts';

/**
 * Tells what is wrong with a response body.
 *
 * @throws ValidationError unless `validation` is `'warn'`.
 */
export function checkResult(call: Call, body: unknown): void {
  const { result }: Bodies = bodies[call.terms.operation];
  const issues = result === undefined ? [] : check(result, body);
  if (call.terms.client.validation === 'warn') warnOf(call, issues);
  else if (issues.length > 0) throw refusal(call, 'response', issues);
}

/** Tells the observer what differs: of each operation and place once for the client. */
export function warnOf(call: Call, issues: readonly Issue[]): void {
  const { told } = call.terms.client;
  for (const issue of issues) {
    const key = `${call.terms.operation} ${issue.path.replace(/\[\d+\]/g, '[]')}`;
    if (told.has(key)) continue;
    told.add(key);
    call.tell('onWarning', { kind: 'validation', path: issue.path, message: formatIssue(issue) });
  }
}
