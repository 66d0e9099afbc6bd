import { formatIssue, type Issue } from '../../contract/issue.ts';
import type { Call } from '../call.ts';
import type { ValidationError, ValidationSide } from '../errors/validation-error.ts';

/** The longest list of issues in a message. */
const shown = 10;

const opening: Readonly<Record<ValidationSide, string>> = {
  request: 'the request was not sent, because it differs from the interface:',
  response: 'the response differs from the interface:',
};

/** The error of a value that differs from the interface. */
export function refusal(call: Call, side: ValidationSide, issues: readonly Issue[]): ValidationError {
  return call.validationError(`${opening[side]}\n${listIssues(issues)}`, side, issues);
}

function listIssues(issues: readonly Issue[]): string {
  const lines = issues.slice(0, shown).map((issue) => `  ${formatIssue(issue)}`);
  if (issues.length > shown) lines.push(`  and ${issues.length - shown} more`);
  return lines.join('\n');
}
