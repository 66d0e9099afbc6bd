/** This module extracts the resource from a successful response. */
import { findIssues } from '../contract/find-issues.ts';
import { formatIssue, type Issue } from '../contract/issue.ts';
import { resultChecks } from '../contract/validators.gen.ts';
import type { Call, ReceivedResponse } from './context.ts';
import { isNew, notify } from './events.ts';
import { parseError, validationError } from './failure.ts';

/**
 * Parses and validates a response body, and returns the resource from its envelope.
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
  // If validation is disabled, the body may be any JSON value.
  return resultKey ? (body as Partial<Record<string, unknown>> | null)?.[resultKey] : body;
}

/** Reports issues to `onWarning`. Each combination of operation and path is reported once per client. */
export function warn({ settings, event }: Call, issues: readonly Issue[]): void {
  const { reported } = settings;
  for (const issue of issues) {
    if (!isNew(reported, `${event.operation} ${issue.path.replace(/\[\d+\]/g, '[]')}`)) continue;
    const message = formatIssue(issue);
    notify(settings, 'onWarning', { ...event, kind: 'validation', path: issue.path, message });
  }
}
