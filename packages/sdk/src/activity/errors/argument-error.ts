import { typeName } from '../../contract/issue.ts';
import { show } from '../redact/text.ts';
import { ActivityError, isOfKind, kind } from './activity-error.ts';

/** An invalid argument, such as a status class `'7xx'` or a negative timeout. */
export class ArgumentError extends ActivityError {
  override readonly name = 'ArgumentError';
  /** The argument, as written in code: `matcher.status`. */
  readonly argument: string;
  /** What is valid. */
  readonly expected: string;

  /** @param hint - What to do, at the end of the message. */
  constructor(argument: string, expected: string, received: unknown, hint = '') {
    super(`${argument}: expected ${expected}, received ${shown(argument, received)}${hint}`);
    this.argument = argument;
    this.expected = expected;
  }

  get [kind]() {
    return 'ArgumentError' as const;
  }
}

/** A value, if it can be shown on a line and is no header, which may hold a secret; its type otherwise. */
function shown(argument: string, value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && !/header/i.test(argument) ? `"${show(value)}"` : typeName(value);
}

/** Whether a value is an {@link ArgumentError}, from any copy of this package. */
export function isArgumentError(value: unknown): value is ArgumentError {
  return isOfKind(value, 'ArgumentError');
}
