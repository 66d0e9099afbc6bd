import { findIssues } from '../contract/find-issues.ts';
import { type Issue, listIssues } from '../contract/issue.ts';
import { parseJson } from '../contract/kinds.ts';
import { resultChecks } from '../contract/validators.gen.ts';
import { type Call, eventOf, type ReceivedResponse } from './call.ts';
import { warn } from './events.ts';
import { errorOf } from './failure.ts';

export function parse(call: Call, response: ReceivedResponse): unknown {
  const { operation, endpoint, options } = call;
  if (!resultChecks[operation]) return undefined;
  const body = parseJson(response.text);
  if (body === undefined) throw errorOf(call, { kind: 'syntax', response });
  const issues = options.validation === 'off' ? [] : findIssues(operation, 'result', body);
  if (issues.length > 0) {
    if (options.validation === 'strict') {
      throw errorOf(call, { kind: 'invalid', issues, response, body });
    }
    warnOfDifferences(call, issues);
  }
  const { resultKey } = endpoint;
  // Check for null, because without validation the body may be any JSON value.
  return resultKey ? (body as Partial<Record<string, unknown>> | null)?.[resultKey] : body;
}

function warnOfDifferences(call: Call, issues: readonly Issue[]): void {
  const { settings, operation } = call;
  const message = `${operation}: the response differs from the interface:${listIssues(issues)}`;
  warn(settings, { ...eventOf(call), kind: 'validation', path: issues[0]?.path ?? '', message }, operation);
}
