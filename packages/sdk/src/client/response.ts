/** From the response of a call to its resource. */
import { findIssues } from '../contract/find-issues.ts';
import { formatIssue, type Issue } from '../contract/issue.ts';
import { resultChecks } from '../contract/validators.gen.ts';
import type { Call, ReceivedResponse } from './context.ts';
import { isNew, notify } from './events.ts';
import { parseError, validationError } from './failure.ts';

/**
 * Parses the body of a success, validates it and takes the resource out of its envelope.
 *
 * @throws ParseError | ValidationError
 */
export function readResource(call: Call, response: ReceivedResponse): unknown {
  const { operation } = call.facts;
  if (!resultChecks[operation]) return undefined;
  let body: unknown;
  try {
    body = JSON.parse(response.text);
  } catch {
    throw parseError(call, response, false);
  }
  const { validation } = call.options;
  const issues = validation === 'off' ? [] : findIssues(operation, 'result', body);
  if (issues.length > 0) {
    if (validation === 'strict') throw validationError(call, 'response', issues, { response, body });
    warn(call, issues);
  }
  const { resultKey } = call.endpoint;
  // Without validation a body may be anything.
  return resultKey ? (body as Partial<Record<string, unknown>> | null)?.[resultKey] : body;
}

/** Notifies the observer of what differs: of each operation and path once per client, as long as they are few and short. */
export function warn({ settings, event }: Call, issues: readonly Issue[]): void {
  const { reported } = settings;
  for (const issue of issues) {
    if (!isNew(reported, `${event.operation} ${issue.path.replace(/\[\d+\]/g, '[]')}`)) continue;
    const message = formatIssue(issue);
    notify(settings, 'onWarning', { ...event, kind: 'validation', path: issue.path, message });
  }
}
