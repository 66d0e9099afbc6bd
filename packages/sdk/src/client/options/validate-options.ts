/** Callers without types may pass anything as options, and `null` for an option that they leave out. */
import { parseUrl } from '../../contract/kinds.ts';
import type { ClientOptions, CreateOptions } from './options.ts';

/** An option with an invalid value. */
export interface InvalidOption {
  readonly option: string;
  /** What a valid value is, in words. */
  readonly expected: string;
  readonly value: unknown;
}

/** Whether a value is valid, and what a valid one is. */
type Constraint = readonly [isValid: (value: unknown) => boolean, expected: string];

/** Every option of something. */
type Constraints = Readonly<Record<string, Constraint>>;

/** Longest delay a timer can hold: 2^31 - 1 ms. */
const longestDelay = 2_147_483_647;

const isDelay = (value: unknown) => typeof value === 'number' && value >= 0 && value <= longestDelay;
const isFunction = (value: unknown) => typeof value === 'function';
const delay = `milliseconds from 0 to ${longestDelay}`;
const delayOrFalse: Constraint = [(value) => value === false || isDelay(value), `${delay}, or false`];
const aFunction: Constraint = [isFunction, 'a function'];
/** Checked where it is used. */
const anything: Constraint = [() => true, ''];

/** The options of a call. */
export const callOptions: Readonly<Record<keyof CreateOptions, Constraint>> = {
  timeout: delayOrFalse,
  totalTimeout: delayOrFalse,
  maxRetries: [(value) => isDelay(value) && Number.isInteger(value), 'a whole number, 0 or more'],
  maxRetryAfter: [isDelay, delay],
  maxResponseBytes: [
    (value) => value === false || (typeof value === 'number' && value >= 0),
    'a number of bytes, 0 or more, or false',
  ],
  headers: anything,
  idempotencyKey: anything,
  // Not `instanceof`: another realm, such as that of a test environment, has another class.
  signal: [(value) => typeof (value as AbortSignal).throwIfAborted === 'function', 'an AbortSignal'],
};

const { signal: _, ...sharedOptions } = callOptions;

/** The options of a client. */
export const clientOptions: Readonly<Record<keyof ClientOptions, Constraint>> = {
  ...sharedOptions,
  baseUrl: anything,
  token: [(value) => typeof value === 'string' || isFunction(value), 'a string or a function'],
  idempotencyKey: aFunction,
  fetch: aFunction,
  onRequest: aFunction,
  onResponse: aFunction,
  onRetry: aFunction,
  onWarning: aFunction,
  validation: [(value) => value === 'strict' || value === 'warn' || value === 'off', 'strict, warn or off'],
};

/** Finds the first invalid option. */
export function findInvalidOption(given: object, known: Constraints): InvalidOption | undefined {
  for (const [option, [isValid, expected]] of Object.entries(known)) {
    const value = (given as Record<string, unknown>)[option] ?? undefined;
    if (value !== undefined && !isValid(value)) return { option, expected, value };
  }
  return undefined;
}

/** A value as a message shows it. */
export function shownValue(value: unknown): string {
  return JSON.stringify(String(value));
}

/** A base URL taken apart, so that a path can be put in. */
export interface BaseUrl {
  /** Origin and path prefix, without a slash at the end. */
  readonly prefix: string;
  /** Query with its question mark, or empty. It is sent, and appears in no error. */
  readonly query: string;
}

/**
 * Reads `baseUrl`.
 *
 * @throws TypeError when it is missing, relative, not http(s), or carries credentials.
 */
export function parseBaseUrl(given: unknown): BaseUrl {
  const url = parseUrl(String(given));
  if (!url || url.username + url.password || !/^https?:$/.test(url.protocol)) {
    // Whatever may hold a password or a key is cut off.
    const shown = shownValue(String(given).replace(/^.*[@?#].*/s, '…'));
    throw new TypeError(
      `createClient: baseUrl must be an absolute http or https URL without user name and password; got ${shown}.`,
    );
  }
  // Up to the last character but slashes: a pattern of the slashes would begin anew at each of many.
  const [path = ''] = /^.*[^/]/.exec(url.pathname) ?? [];
  return { prefix: url.origin + path, query: url.search };
}
