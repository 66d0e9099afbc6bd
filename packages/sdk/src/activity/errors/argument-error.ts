import { typeName } from '../../contract/type-name.ts';
import { ActivityError, isOfKind, kind } from './base.ts';

/** An argument has no meaning, such as a status class `'7xx'` or a time-out below zero. */
export class ArgumentError extends ActivityError {
  override readonly name = 'ArgumentError';
  /** Where, as one would write it in code: `matcher.status`. */
  readonly argument: string;
  /** What belongs there. */
  readonly expected: string;

  constructor(argument: string, expected: string, received: unknown) {
    super(`${argument}: expected ${expected}, received ${kindOf(received)}`);
    this.argument = argument;
    this.expected = expected;
  }

  get [kind]() {
    return 'ArgumentError' as const;
  }
}

function kindOf(received: unknown): string {
  const type = typeName(received);
  return type === 'object' || type === 'nothing' ? type : `another ${type}`;
}

/** Whether a value is an {@link ArgumentError}, from whichever copy of this package. */
export function isArgumentError(value: unknown): value is ArgumentError {
  return isOfKind(value, 'ArgumentError');
}
