import { formatIssue, type Issue } from '@mock-services/sdk/contract';

/** A snapshot that cannot be restored. The world is as it was. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
  /** All that is wrong, each with its path within the snapshot, such as `data.mockServices[0].title`. */
  readonly issues: readonly Issue[];

  constructor(problem: string, issues: readonly Issue[]) {
    super([problem, ...issues.map(formatIssue)].join('\n- '));
    this.issues = issues;
  }
}
