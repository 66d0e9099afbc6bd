import { type Issue, listIssues } from '../../contract/issue.ts';
import type { LogFault } from '../stream/log-splitter.ts';
import { ActivityError, isOfKind, kind } from './activity-errors.ts';

/** A body that was read as it arrived is not an activity log (§4, endpoint 1), ends early, or has two fields `data`. */
export class LogError extends ActivityError {
  override readonly name = 'LogError';
  /** `syntax` if the body is not JSON or ends early, `shape` if it is JSON but not a log. */
  readonly fault: LogFault;
  /** The number of entries that were read before. */
  readonly entries: number;
  /** The problems; at least one. Issues name paths and types, never a value. */
  readonly issues: readonly Issue[];

  constructor(fault: LogFault, entries: number, issues: readonly Issue[]) {
    super(`not an activity log, after ${entries} entries:${listIssues(issues)}`);
    this.fault = fault;
    this.entries = entries;
    this.issues = issues;
  }

  get [kind]() {
    return 'LogError' as const;
  }
}

/** Whether a value is a {@link LogError}, from any copy of this package. */
export function isLogError(value: unknown): value is LogError {
  return isOfKind(value, 'LogError');
}
