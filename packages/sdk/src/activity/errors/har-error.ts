import { type Issue, listIssues } from '../../contract/issue.ts';
import { ActivityError, isOfKind, kind } from './activity-error.ts';

/** The argument of `fromHar` is not a HAR. `issues` name paths and types, never a value. */
export class HarError extends ActivityError {
  override readonly name = 'HarError';
  /** What differs from HAR 1.2; at least one issue, and at most 100 besides a last one that counts the others. */
  readonly issues: readonly Issue[];
  /** The path of the first issue: `log.entries[3].request.url`. Empty for the whole value. */
  readonly path: string;

  constructor(issues: readonly Issue[]) {
    super(`not a readable HAR:${listIssues(issues)}`);
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
