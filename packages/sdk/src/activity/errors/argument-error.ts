import { typeName } from '../../contract/type-name.ts';
import { ActivityError, isOfKind, kind } from './activity-error.ts';

/** An invalid argument, such as a status class `'7xx'` or a negative timeout. */
export class ArgumentError extends ActivityError {
  override readonly name = 'ArgumentError';
  /** The argument, as written in code: `matcher.status`. */
  readonly argument: string;
  /** What is valid. */
  readonly expected: string;

  constructor(argument: string, expected: string, received: unknown) {
    const type = typeName(received);
    const isNamed = type === 'object' || type === 'nothing';
    super(`${argument}: expected ${expected}, received ${isNamed ? type : `another ${type}`}`);
    this.argument = argument;
    this.expected = expected;
  }

  get [kind]() {
    return 'ArgumentError' as const;
  }
}

/** Whether a value is an {@link ArgumentError}, from any copy of this package. */
export function isArgumentError(value: unknown): value is ArgumentError {
  return isOfKind(value, 'ArgumentError');
}
