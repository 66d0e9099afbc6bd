import { formatIssue, type Issue } from '../../contract/issue.ts';
import { ActivityError, isOfKind, kind } from './base.ts';

const shown = 10;

/** What was given to `fromHar` is no HAR. `issues` name places and types, never a value. */
export class HarError extends ActivityError {
  override readonly name = 'HarError';
  /** Every place that differs from HAR 1.2; at least one. */
  readonly issues: readonly Issue[];
  /** The first of these places: `log.entries[3].request.url`. Empty when it is the whole. */
  readonly path: string;

  constructor(issues: readonly Issue[]) {
    const lines = issues.slice(0, shown).map((issue) => `\n  ${formatIssue(issue)}`);
    const more = issues.length > shown ? `\n  and ${issues.length - shown} more` : '';
    super(`not a HAR that can be read:${lines.join('')}${more}`);
    this.issues = issues;
    this.path = issues[0]?.path ?? '';
  }

  get [kind]() {
    return 'HarError' as const;
  }
}

/** Whether a value is a {@link HarError}, from whichever copy of this package. */
export function isHarError(value: unknown): value is HarError {
  return isOfKind(value, 'HarError');
}
