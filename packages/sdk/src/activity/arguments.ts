import { formatIssue, type Issue, issueAt, typeName, typeOfAnotherForm } from '../contract/issue.ts';
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

/** The fields that functions read, with their types. A service may have omitted others. */
const kinds = {
  timestamp: 'string',
  'request.headers': 'object',
  'request.hostname': 'string',
  'request.port': 'integer',
  'request.path': 'string',
  'request.method': 'string',
  'request.bodyBase64Encoded': 'string',
  'response.headers': 'object',
  'response.bodyBase64Encoded': 'string',
  'response.statusCode': 'integer',
  'response.responseTimeMs': 'number',
} as const;

export type EntryField = keyof typeof kinds;

const isKind: Readonly<Record<(typeof kinds)[EntryField], (value: unknown) => boolean>> = {
  object: isObject,
  string: (value) => typeof value === 'string',
  number: Number.isFinite,
  integer: Number.isInteger,
};

export const messageFields = {
  request: [
    'request.headers',
    'request.hostname',
    'request.path',
    'request.method',
    'request.bodyBase64Encoded',
  ],
  response: ['response.headers', 'response.bodyBase64Encoded'],
} as const satisfies Readonly<Record<string, readonly EntryField[]>>;

export const allMessageFields = [...messageFields.request, ...messageFields.response] as const;

/**
 * @param owner - Name of the called function.
 * @param fields - The fields that it reads.
 */
export function checkEntries(owner: string, entries: unknown, fields: readonly EntryField[]): void {
  if (!Array.isArray(entries)) throw wrongInput(owner, 'an array of activity entries', entries);
  const problemOf = problemFinder(fields);
  for (const [index, entry] of (entries as readonly unknown[]).entries()) {
    const problem = problemOf(entry);
    if (problem) throw entryError(`${owner}: entry ${index}`, entry, problem);
  }
}

/** @param fields - The fields that `owner` reads. */
export function checkEntry(owner: string, entry: unknown, fields: readonly EntryField[]): void {
  entryChecker(owner, fields)(entry);
}

export function entryChecker(owner: string, fields: readonly EntryField[]): (entry: unknown) => void {
  const problemOf = problemFinder(fields);
  return (entry) => {
    if (!isObject(entry) || isPromise(entry)) throw wrongInput(owner, 'an activity entry', entry);
    const problem = problemOf(entry);
    if (problem) throw entryError(`${owner}: the entry`, entry, problem);
  };
}

export function problemFinder(fields: readonly EntryField[]): (entry: unknown) => Issue | undefined {
  const wanted = fields.map((field) => ({ keys: field.split('.'), kind: kinds[field] }));
  return (entry) => {
    if (!isObject(entry)) return issueAt([], 'object', typeName(entry));
    for (const { keys, kind } of wanted) {
      let value: unknown = entry;
      for (let depth = 0; depth < keys.length; depth += 1) {
        if (!isObject(value)) return issueAt(keys.slice(0, depth), 'object', typeName(value));
        value = value[keys[depth] ?? ''];
      }
      if (!isKind[kind](value)) {
        const isFraction = kind === 'integer' && typeof value === 'number';
        return issueAt(keys, kind, isFraction ? typeOfAnotherForm(value) : typeName(value));
      }
    }
    return undefined;
  };
}

function entryError(subject: string, entry: unknown, issue: Issue): EntryError {
  const id = isObject(entry) && typeof entry['id'] === 'string' ? entry['id'] : undefined;
  const name = id === undefined ? subject : `${subject} (${show(id)})`;
  const message = `${name} does not conform to the interface: ${formatIssue(issue)}. Leave the entry out.`;
  return new EntryError(message, id, issue.path);
}

export function isPromise(value: unknown): boolean {
  return isObject(value) && typeof value['then'] === 'function';
}

export function wrongInput(owner: string, expected: string, given: unknown): TypeError {
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
