import type { Issue } from '../../contract/issue.ts';
import { type CallFacts, isOfKind, MockServicesError } from './base.ts';

/** Which message broke the contract: what the caller gave, or what the service sent. */
export type ValidationSide = 'request' | 'response';

/**
 * What the caller gave, or what the service sent, differs from the interface (§2, §4). A request that fails
 * here was not sent. `issues` name paths and types, never a value; the message lists the first ten.
 */
export class ValidationError extends MockServicesError {
  override readonly name = 'ValidationError';
  /** Everything that differs; empty when the details could not be loaded. */
  readonly issues: readonly Issue[];
  readonly side: ValidationSide;

  constructor(message: string, facts: CallFacts, side: ValidationSide, issues: readonly Issue[]) {
    super(message, facts);
    this.issues = issues;
    this.side = side;
  }
}

/** Whether a value is a {@link ValidationError}, from whichever copy of this package. */
export function isValidationError(value: unknown): value is ValidationError {
  return isOfKind(value, 'ValidationError');
}
