import { formatIssue, type Issue } from '../../contract/issue.ts';
import type { Call } from '../call.ts';

/** Tells the observer of places that differ: of each once for the client, whether it was streamed or read as a whole. */
export function warnOf(call: Call, issues: readonly Issue[]): void {
  const { told } = call.terms.client;
  for (const issue of issues) {
    const key = `${call.terms.operation} ${issue.path.replace(/\[\d+\]/g, '[]')}`;
    if (told.has(key)) continue;
    told.add(key);
    call.tell('onWarning', { kind: 'validation', path: issue.path, message: formatIssue(issue) });
  }
}
