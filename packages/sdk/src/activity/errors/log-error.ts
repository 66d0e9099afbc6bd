import { formatIssue, type Issue } from '../../contract/issue.ts';
import { ActivityError, isOfKind, kind } from './base.ts';

/** Whether a body is not JSON, or JSON of another shape. */
export type LogFault = 'syntax' | 'shape';

/** A response that was read as it arrived is no activity log (§4, endpoint 1), or ends early. */
export class LogError extends ActivityError {
  override readonly name = 'LogError';
  /** `syntax` when the body is not JSON or ends early, `shape` when it is JSON that is no log. */
  readonly fault: LogFault;
  /** How many entries were given before. */
  readonly entries: number;
  /** The places that differ; at least one. They name types, never a value. */
  readonly issues: readonly Issue[];

  constructor(fault: LogFault, entries: number, issues: readonly Issue[]) {
    super(
      `not an activity log, after ${entries} entries:${issues.map((one) => `\n  ${formatIssue(one)}`).join('')}`,
    );
    this.fault = fault;
    this.entries = entries;
    this.issues = issues;
  }

  get [kind]() {
    return 'LogError' as const;
  }
}

/** Whether a value is a {@link LogError}, from whichever copy of this package. */
export function isLogError(value: unknown): value is LogError {
  return isOfKind(value, 'LogError');
}
