import { typeName } from '../contract/issue.ts';
import { describeUnknown } from '../unknown-fields.ts';
import { show } from './credentials.ts';

export function invalid(argument: string, expected: string, received: unknown): TypeError {
  return new TypeError(`${argument}: expected ${expected}, received ${shown(argument, received)}.`);
}

/** A header's value may be secret, so only its type is shown. */
function shown(argument: string, value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && !/header/i.test(argument) ? `"${show(value)}"` : typeName(value);
}

/** @param noun - What the error message calls a field, such as `option`. */
export function checkFields(argument: string, given: unknown, names: readonly string[], noun: string): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw invalid(argument, 'an object', given);
  }
  const [problem] = describeUnknown(given, names, noun);
  if (problem !== undefined) throw new TypeError(problem);
}
