import { type CallFacts, isOfKind, MockServicesError } from './base.ts';

/** The service responded with a 2xx whose body is not JSON where the interface promises JSON (§4). */
export class ParseError extends MockServicesError {
  override readonly name = 'ParseError';
  /** HTTP status. */
  readonly status: number;

  constructor(message: string, facts: CallFacts, status: number, options?: ErrorOptions) {
    super(message, facts, options);
    this.status = status;
  }
}

/** Whether a value is a {@link ParseError}, from whichever copy of this package. */
export function isParseError(value: unknown): value is ParseError {
  return isOfKind(value, 'ParseError');
}
