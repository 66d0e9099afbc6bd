import { formatIssue, type Issue } from '../../contract/issue.ts';
import { ActivityError, isOfKind, kind } from './activity-error.ts';

const maxLines = 10;

/** The argument of `fromHar` is not a HAR. `issues` name paths and types, never a value. */
export class HarError extends ActivityError {
  override readonly name = 'HarError';
  /** What differs from HAR 1.2; at least one issue. */
  readonly issues: readonly Issue[];
  /** The path of the first issue: `log.entries[3].request.url`. Empty for the whole value. */
  readonly path: string;

  constructor(issues: readonly Issue[]) {
    const lines = issues.slice(0, maxLines).map((issue) => `\n  ${formatIssue(issue)}`);
    const more = issues.length > maxLines ? `\n  and ${issues.length - maxLines} more` : '';
    super(`not a readable HAR:${lines.join('')}${more}`);
    this.issues = issues;
    this.path = issues[0]?.path ?? '';
  }

  get [kind]() {
    return 'HarError' as const;
  }
}

/** Whether a value is a {@link HarError}, from any copy of this package. */
export function isHarError(value: unknown): value is HarError {
  return isOfKind(value, 'HarError');
}
