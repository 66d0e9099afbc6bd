import { typeName } from '../contract/issue.ts';
import { isObject } from '../contract/kinds.ts';
import type { RecordedRequest, RecordedResponse } from '../contract/resources.ts';
import { describeUnknown } from '../unknown-fields.ts';
import { show } from './credentials.ts';

export type EntryField =
  'timestamp' | `request.${keyof RecordedRequest}` | `response.${keyof RecordedResponse}`;

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

const types: Readonly<Record<string, string>> = {
  headers: 'object',
  port: 'number',
  statusCode: 'number',
  responseTimeMs: 'number',
};

/** Returns, for example, `.response.headers: expected object, received null`. */
export function problemIn(entry: unknown, fields: readonly EntryField[]): string | undefined {
  const problem = (place: string, type: string, value: unknown) =>
    `${place}: expected ${type}, received ${typeName(value)}`;
  if (!isObject(entry)) return problem('', 'object', entry);
  for (const field of fields) {
    const [part = '', name = part] = field.split('.');
    const holder = name === part ? entry : entry[part];
    if (!isObject(holder)) return problem(`.${part}`, 'object', holder);
    const type = types[name] ?? 'string';
    if (typeName(holder[name]) !== type) return problem(`.${field}`, type, holder[name]);
  }
  return undefined;
}

export function checkEntries(owner: string, entries: unknown, fields: readonly EntryField[]): void {
  if (!Array.isArray(entries)) throw invalid(owner, 'an array of activity entries', entries);
  for (const [index, entry] of entries.entries()) {
    const problem = problemIn(entry, fields);
    if (problem !== undefined) throw new TypeError(`${owner}: entries[${index}]${problem}.`);
  }
}

export function checkEntry(owner: string, entry: unknown, fields: readonly EntryField[]): void {
  if (!isObject(entry) || isPromise(entry)) throw invalid(owner, 'an activity entry', entry);
  const problem = problemIn(entry, fields);
  if (problem !== undefined) throw new TypeError(`${owner}: entry${problem}.`);
}

export function isPromise(value: unknown): boolean {
  return isObject(value) && typeof value['then'] === 'function';
}

export function invalid(argument: string, expected: string, received: unknown): TypeError {
  const start = `${argument}: expected ${expected}, received`;
  if (isPromise(received)) return new TypeError(`${start} a Promise. Did you forget await?`);
  if (typeof received === 'number') return new TypeError(`${start} ${received}.`);
  // Show only the type of a header value, because the value may be secret.
  const isShown = typeof received === 'string' && !/header/i.test(argument);
  return new TypeError(`${start} ${isShown ? `"${show(received)}"` : typeName(received)}.`);
}

/** @param noun - Word for a field in the error message, such as `option`. */
export function checkFields(argument: string, given: unknown, names: readonly string[], noun: string): void {
  if (!isObject(given)) throw invalid(argument, 'an object', given);
  const [problem] = describeUnknown(given, names, noun);
  if (problem !== undefined) throw new TypeError(problem);
}
