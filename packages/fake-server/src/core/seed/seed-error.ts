import { formatIssue, type Issue } from '@mock-services/sdk/contract';

/** A seed that is not what the interface describes. Nothing of it was loaded. */
export class SeedError extends Error {
  override readonly name = 'SeedError';
  /** All that is wrong, each with its path within the seed, such as `activity["…"][3].response.statusCode`. */
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    const count = issues.length === 1 ? '1 problem' : `${issues.length} problems`;
    super([`The seed has ${count}:`, ...issues.map(formatIssue)].join('\n- '));
    this.issues = issues;
  }
}
