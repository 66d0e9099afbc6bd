import { typeName } from '../contract/issue.ts';
import { isObject } from '../contract/kinds.ts';
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

/** @param owner - Name of the called function. */
export function checkEntries(owner: string, entries: unknown): void {
  if (!Array.isArray(entries)) throw wrongInput(owner, 'an array of activity entries', entries);
}

/** @param owner - Name of the called function. */
export function checkEntry(owner: string, entry: unknown): void {
  if (!isObject(entry) || !isObject(entry['request'])) throw wrongInput(owner, 'an activity entry', entry);
}

function wrongInput(owner: string, expected: string, given: unknown): TypeError {
  const isPromise = isObject(given) && typeof given['then'] === 'function';
  const received = isPromise ? 'a Promise. Did you forget await?' : `${typeName(given)}.`;
  return new TypeError(`${owner}: expected ${expected}, received ${received}`);
}

/** @param noun - What the error message calls a field, such as `option`. */
export function checkFields(argument: string, given: unknown, names: readonly string[], noun: string): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw invalid(argument, 'an object', given);
  }
  const [problem] = describeUnknown(given, names, noun);
  if (problem !== undefined) throw new TypeError(problem);
}
