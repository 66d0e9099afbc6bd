/** Finds requests in a journal, and says what is different about those that were not what was sought. */
import type { OperationId } from '@mock-services/sdk/contract';
import type { JournalEntry } from './journal-entry.ts';

/** What a request has to be like. What is left out may be anything. */
export interface JournalFields {
  readonly operation?: OperationId | undefined;
  readonly method?: string | undefined;
  /** The path as sent with its query, or an expression that is found in it. */
  readonly path?: string | RegExp | undefined;
  /** Path parameters; those that are named have to be equal, but for letter case. */
  readonly params?: Readonly<Record<string, string>> | undefined;
  /** Headers, by name in any letter case; those that are named have to be equal, or to match an expression. */
  readonly headers?: Readonly<Record<string, string | RegExp>> | undefined;
  /**
   * Body: text or an expression for the text; or an object or array, which is compared with the JSON of the body:
   * fields that are named have to be equal, others may be there.
   */
  readonly body?: unknown;
  readonly status?: number | undefined;
}

/** What a request has to be like, or a function that says whether it is the one. */
export type JournalMatcher = JournalFields | ((entry: JournalEntry) => boolean);

/** One thing that is different. */
export interface Difference {
  /** Where, such as `body.title`. */
  readonly path: string;
  readonly expected: string;
  readonly received: string;
}

/** What is different; empty when the request is what is sought. */
export function differences(matcher: JournalMatcher, entry: JournalEntry): Difference[] {
  if (typeof matcher === 'function') {
    return matcher(entry)
      ? []
      : [{ path: '', expected: 'what the function takes', received: 'another request' }];
  }
  const { params = {}, headers = {}, body, ...rest } = matcher;
  const lowerCased = Object.fromEntries(
    Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value]),
  );
  return [
    ...Object.entries(rest).flatMap(([key, value]) => compare(key, value, Reflect.get(entry, key))),
    ...Object.entries(params).flatMap(([key, value]) =>
      compare(`params.${key}`, value.toLowerCase(), entry.params[key]?.toLowerCase()),
    ),
    ...Object.entries(lowerCased).flatMap(([key, value]) =>
      compare(`headers.${key}`, value, entry.headers[key]),
    ),
    ...compare(
      'body',
      body,
      typeof body === 'object' && !(body instanceof RegExp) ? json(entry.body) : entry.body,
    ),
  ];
}

/** Everything that is expected has to be there; what is there besides does not matter. */
function compare(path: string, expected: unknown, received: unknown): Difference[] {
  if (expected === undefined) return [];
  if (expected instanceof RegExp) {
    const found = typeof received === 'string' && received.search(expected) >= 0;
    return found ? [] : [{ path, expected: String(expected), received: show(received) }];
  }
  if (Array.isArray(expected) && Array.isArray(received) && expected.length === received.length) {
    return expected.flatMap((item, i) => compare(`${path}[${i}]`, item, received[i]));
  }
  if (isObject(expected) && isObject(received)) {
    return Object.entries(expected).flatMap(([key, value]) =>
      compare(`${path}.${key}`, value, Object.hasOwn(received, key) ? received[key] : undefined),
    );
  }
  return Object.is(expected, received) ? [] : [{ path, expected: show(expected), received: show(received) }];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** How much of a value is shown. */
const most = 80;

/** A value in a line. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = value instanceof RegExp ? String(value) : JSON.stringify(value, shownAs);
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

function shownAs(_: string, value: unknown): unknown {
  return value instanceof RegExp ? String(value) : value;
}
