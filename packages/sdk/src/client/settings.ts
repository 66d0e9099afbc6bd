/**
 * This module validates options and applies the defaults. JavaScript callers may pass values of any type. JavaScript
 * callers may pass `null` instead of omitting an option.
 */
import ky from 'ky';
import { type OperationId, operations } from '../contract/operations.ts';
import { parseUrl } from '../contract/kinds.ts';
import { areHeaders, createAuthorization, headersOf, InvalidHeaders } from './authorization.ts';
import { warnInConsole, isNew, notify } from './events.ts';
import type { CallSettings, Limits, Settings } from './context.ts';
import type { ClientOptions, RequestOptions, SharedOptions, StreamOptions } from './options.ts';

const defaults: Limits = {
  timeout: 10_000,
  totalTimeout: 60_000,
  maxRetries: 2,
  maxRetryAfter: 30_000,
  maxResponseBytes: 268_435_456,
};

/**
 * Validates the options of a client and applies the defaults.
 *
 * @throws TypeError if an option is invalid.
 */
export function readSettings(given: ClientOptions): Settings {
  // The options are copied, so that later changes to the caller's object have no effect.
  const options = { ...given };
  const prefix = prefixOf(options);
  checkOptions('createClient', options, clientOptions);
  const { onRequest, onResponse, onRetry, onWarning } = options;
  return {
    prefix,
    onRequest,
    onResponse,
    onRetry,
    onWarning,
    ky: options.ky ?? ky,
    isOwnKy: (options.ky ?? ky) !== ky,
    fetch: options.fetch ?? undefined,
    limits: limitsOf(options, defaults),
    validation: options.validation ?? 'strict',
    authorization: createAuthorization(options),
    reported: new Set(),
    unknownOptions: unknownOptions('createClient', options, clientOptions),
  };
}

/**
 * Validates the options of a call. If the call omits an option, the value of the client's option is used.
 *
 * @throws TypeError if an option is invalid.
 */
export function readCallOptions(
  { limits, validation }: Settings,
  owner: string,
  given: RequestOptions | null | undefined,
): CallSettings {
  const options = { ...given };
  checkOptions(owner, options, callOptions);
  return {
    limits: limitsOf(options, limits),
    validation: options.validation ?? validation,
    signal: options.signal ?? undefined,
    headers: options.headers ? headersOf(options.headers) : undefined,
    retryUnsafe: options.retryUnsafe ?? false,
  };
}

function limitsOf(given: SharedOptions, limits: Limits): Limits {
  return {
    timeout: numberOf(given.timeout ?? limits.timeout),
    totalTimeout: numberOf(given.totalTimeout ?? limits.totalTimeout),
    maxRetries: given.maxRetries ?? limits.maxRetries,
    maxRetryAfter: given.maxRetryAfter ?? limits.maxRetryAfter,
    maxResponseBytes: numberOf(given.maxResponseBytes ?? limits.maxResponseBytes),
  };
}

function numberOf(limit: number | false): number {
  return limit === false ? Infinity : limit;
}

/** A check for a value, and a description of the valid values. */
type Constraint = readonly [isValid: (value: unknown) => boolean, expected: string];

/** The longest delay that a timer supports: 2^31 - 1 ms. */
const longestDelay = 2_147_483_647;

const isDelay = (value: unknown) => typeof value === 'number' && value >= 0 && value <= longestDelay;
const isCount = (value: unknown) => isDelay(value) && Number.isInteger(value);
const isSize = (value: unknown) => typeof value === 'number' && value >= 0;
const delay = `a number of milliseconds from 0 to ${longestDelay}`;
const delayOrFalse: Constraint = [(value) => value === false || isDelay(value), `${delay}, or false`];
const isFunction = (value: unknown) => typeof value === 'function';
const aFunction: Constraint = [isFunction, 'a function'];
const anything: Constraint = [() => true, ''];

const sharedOptions: Readonly<Record<keyof SharedOptions, Constraint>> = {
  timeout: delayOrFalse,
  totalTimeout: delayOrFalse,
  maxRetries: [isCount, 'a non-negative integer'],
  maxRetryAfter: [isDelay, delay],
  maxResponseBytes: [(value) => value === false || isSize(value), 'a non-negative number of bytes, or false'],
  validation: [
    (value) => value === 'strict' || value === 'warn' || value === 'off',
    '"strict", "warn" or "off"',
  ],
};

const fixedHeaders: Constraint = [(value) => areHeaders(value), 'valid HTTP header names and values'];

const callOptions: Readonly<Record<keyof StreamOptions, Constraint>> = {
  ...sharedOptions,
  headers: fixedHeaders,
  retryUnsafe: [(value) => typeof value === 'boolean', 'true or false'],
  maxEntryLength: [isSize, 'a non-negative number of characters'],
  // `instanceof` would reject an `AbortSignal` from another realm. Some test environments run tests in another realm.
  signal: [isSignal, 'an AbortSignal'],
};

const clientOptions: Readonly<Record<keyof ClientOptions, Constraint>> = {
  ...sharedOptions,
  // Checked by `prefixOf`.
  baseUrl: anything,
  ky: [(value) => typeof value === 'function' && 'extend' in value, 'a ky instance'],
  fetch: [isFunction, 'a function, such as `fake.fetch`'],
  headers: [(value) => isFunction(value) || areHeaders(value), fixedHeaders[1]],
  token: [
    (value) =>
      isFunction(value) || (typeof value === 'string' && areHeaders({ token: value }) && value !== ''),
    'a function, or a non-empty string that is valid in an HTTP header',
  ],
  onRequest: aFunction,
  onResponse: aFunction,
  onRetry: aFunction,
  onWarning: aFunction,
};

function isSignal(value: unknown): boolean {
  const { aborted, addEventListener } = value as {
    readonly aborted?: unknown;
    readonly addEventListener?: unknown;
  };
  return typeof aborted === 'boolean' && typeof addEventListener === 'function';
}

/** @throws TypeError for the first invalid option. The error message does not show values that may be secret. */
function checkOptions(owner: string, given: object, known: Readonly<Record<string, Constraint>>): void {
  for (const [option, [isValid, expected]] of Object.entries(known)) {
    const value = (given as Record<string, unknown>)[option] ?? undefined;
    if (value === undefined || isValid(value)) continue;
    if (option === 'headers') throw invalidHeaders(owner, value);
    const shown = option === 'token' ? typeof value : shownValue(value);
    throw new TypeError(`${owner}: ${option} must be ${expected}; got ${shown}.`);
  }
}

/** Creates the error for invalid headers. The error message names the first invalid header. */
function invalidHeaders(owner: string, value: unknown): TypeError {
  try {
    headersOf(value);
  } catch (error) {
    if (error instanceof InvalidHeaders) {
      return new TypeError(
        `${owner}: headers${error.path} must be ${error.expected}; got ${error.received}.`,
      );
    }
  }
  return new TypeError(`${owner}: headers must be ${fixedHeaders[1]}; got ${typeof value}.`);
}

function shownValue(value: unknown): string {
  return JSON.stringify(String(value));
}

/**
 * @throws TypeError if `baseUrl` is missing, relative or not http(s), or if the URL has credentials, a query or a
 *   fragment.
 */
function prefixOf(options: Partial<ClientOptions>): string {
  const { baseUrl = '' } = options;
  const given = String(baseUrl);
  if (given === '') {
    const unknown = unknownOptions('createClient', options, clientOptions);
    const required = '`baseUrl` is required, such as https://mocks.example.com/api.';
    throw new TypeError(unknown.length > 0 ? [...unknown, required].join(' ') : `createClient: ${required}`);
  }
  const url = parseUrl(given);
  if (!url || url.username + url.password || !/^https?:$/.test(url.protocol)) {
    // The parts of the URL that may contain a password or a key are not shown.
    const shown = shownValue(given.replace(/^.*[@?#].*/s, '…'));
    throw new TypeError(
      `createClient: baseUrl must be an absolute http or https URL without a user name or password; got ${shown}.`,
    );
  }
  if (url.search + url.hash)
    throw new TypeError('createClient: baseUrl must not have a query or a fragment.');
  // The expression matches up to the last character that is not a slash. A regular expression for the trailing slashes
  // would take quadratic time.
  const [path = ''] = /^.*[^/]/.exec(url.pathname) ?? [];
  return url.origin + path;
}

/**
 * Warns about unknown options of the client and the call. Each unknown option is reported once. In production builds,
 * the function does not warn about unknown options.
 */
export function warnOfUnknownOptions(settings: Settings, operation: OperationId, options: object): void {
  const { reported, onWarning = ({ message }) => warnInConsole(message) } = settings;
  for (const message of [...settings.unknownOptions, ...unknownOptions(operation, options, callOptions)]) {
    if (!isNew(reported, message)) continue;
    const { method, path } = operations[operation];
    const url = settings.prefix + path;
    notify({ onWarning }, 'onWarning', {
      operation,
      method,
      url,
      attempt: 0,
      kind: 'unknown-option',
      message,
    });
  }
}

/**
 * Bundlers replace `process.env.NODE_ENV` with a constant. Bundlers can then remove development code from production
 * builds.
 */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** Matches an index. If the caller passes a string instead of an options object, the keys of the string are indexes. */
const isIndex = /^\d+$/;

/** Returns a message for each unknown option. In production, returns no messages. */
function unknownOptions(owner: string, given: object, known: object): string[] {
  try {
    if (process.env.NODE_ENV !== 'production') {
      const names = Object.keys(known);
      return Object.keys(given)
        .filter((name) => !Object.hasOwn(known, name) && !isIndex.test(name))
        .map((name) => `${owner}: unknown option \`${name}\`. ${suggestionFor(name, names)}`);
    }
  } catch {
    // In a page that was built without a bundler, the `process` variable does not exist.
  }
  return [];
}

/**
 * Suggests an option if one name consists of letters of the other name, or if both begin with the same six letters. If
 * several options fit, suggests the option with the most similar length. If no option fits, lists all options.
 */
function suggestionFor(misspelled: string, names: readonly string[]): string {
  const given = misspelled.toLowerCase();
  const difference = (name: string) => Math.abs(name.length - given.length);
  const [meant] = names
    .filter((name) => {
      const lower = name.toLowerCase();
      const isBeginning = given.length > 5 && lower.startsWith(given.slice(0, 6));
      return isBeginning || omitsLetters(given, lower) || omitsLetters(lower, given);
    })
    .sort((one, other) => difference(one) - difference(other));
  return meant === undefined ? `Valid options: ${names.join(', ')}.` : `Did you mean \`${meant}\`?`;
}

/** Whether all letters of the shorter name appear in the longer name, in the same order. A name needs four letters. */
function omitsLetters(shorter: string, longer: string): boolean {
  let found = 0;
  for (const letter of longer) if (letter === shorter[found]) found += 1;
  return found === shorter.length && found > 3;
}
