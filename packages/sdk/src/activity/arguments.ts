import { formatIssue, type Issue, issueOf, typeName } from '../contract/issue.ts';
import { isObject } from '../contract/kinds.ts';
import { describeUnknown } from '../unknown-fields.ts';
import { show } from './credentials.ts';
import { EntryError } from './errors.ts';

export function invalid(argument: string, expected: string, received: unknown): TypeError {
  return new TypeError(`${argument}: expected ${expected}, received ${shown(argument, received)}.`);
}

/** A header's value may be secret, so only its type is shown. */
function shown(argument: string, value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && !/header/i.test(argument) ? `"${show(value)}"` : typeName(value);
}

/**
 * @param owner - Name of the called function.
 * @param read - The sides that it reads.
 */
export function checkEntries(owner: string, entries: unknown, read: readonly Side[] = sides): void {
  if (!Array.isArray(entries)) throw wrongInput(owner, 'an array of activity entries', entries);
  for (const [index, entry] of (entries as readonly unknown[]).entries()) {
    const problem = problemOf(entry, read);
    if (problem) throw entryError(`${owner}: entry ${index}`, entry, problem);
  }
}

/** @param read - The sides that `owner` reads. */
export function checkEntry(owner: string, entry: unknown, ...read: readonly Side[]): void {
  if (!isObject(entry) || isPromise(entry)) throw wrongInput(owner, 'an activity entry', entry);
  const problem = problemOf(entry, read);
  if (problem) throw entryError(`${owner}: the entry`, entry, problem);
}

const sides = ['request', 'response'] as const;

type Side = (typeof sides)[number];

/** Fields without which the functions could not read an entry. A service may have omitted others. */
const textFields: Readonly<Record<Side, readonly string[]>> = {
  request: ['hostname', 'path', 'method', 'bodyBase64Encoded'],
  response: ['bodyBase64Encoded'],
};

function problemOf(entry: unknown, read: readonly Side[]): Issue | undefined {
  if (!isObject(entry)) return issueOf([], 'object', entry);
  for (const side of read) {
    const message = entry[side];
    if (!isObject(message)) return issueOf([side], 'object', message);
    const { headers } = message;
    if (!isObject(headers)) return issueOf([side, 'headers'], 'object', headers);
    const field = textFields[side].find((name) => typeof message[name] !== 'string');
    if (field !== undefined) return issueOf([side, field], 'string', message[field]);
  }
  return undefined;
}

function entryError(subject: string, entry: unknown, issue: Issue): EntryError {
  const id = isObject(entry) && typeof entry['id'] === 'string' ? entry['id'] : undefined;
  const name = id === undefined ? subject : `${subject} (${show(id)})`;
  const message = `${name} does not conform to the interface: ${formatIssue(issue)}. Leave the entry out.`;
  return new EntryError(message, id, issue.path);
}

function isPromise(value: unknown): boolean {
  return isObject(value) && typeof value['then'] === 'function';
}

function wrongInput(owner: string, expected: string, given: unknown): TypeError {
  const received = isPromise(given) ? 'a Promise. Did you forget await?' : `${typeName(given)}.`;
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
