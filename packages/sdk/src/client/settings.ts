/** Options, checked and with their defaults. Callers without types may pass anything, and `null` for an option that they leave out. */
import ky from 'ky';
import { type OperationId, operations } from '../contract/operations.ts';
import { parseUrl } from '../contract/kinds.ts';
import { areHeaders, createAuthorization, headersOf, InvalidHeaders } from './authorization.ts';
import { inConsole, isNew, notify } from './events.ts';
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
 * Reads the options of a client.
 *
 * @throws TypeError if one is invalid.
 */
export function readSettings(given: ClientOptions): Settings {
  // A copy, so that later changes to the options have no effect.
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
    given: options,
  };
}

/**
 * Reads the options of a call.
 *
 * @throws TypeError if one is invalid.
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

/** Whether a value is valid, and what a valid one is. */
type Constraint = readonly [isValid: (value: unknown) => boolean, expected: string];

/** The longest delay that a timer can hold: 2^31 - 1 ms. */
const longestDelay = 2_147_483_647;

const isDelay = (value: unknown) => typeof value === 'number' && value >= 0 && value <= longestDelay;
const isCount = (value: unknown) => isDelay(value) && Number.isInteger(value);
const isSize = (value: unknown) => typeof value === 'number' && value >= 0;
const delay = `milliseconds from 0 to ${longestDelay}`;
const delayOrFalse: Constraint = [(value) => value === false || isDelay(value), `${delay}, or false`];
const aFunction: Constraint = [(value) => typeof value === 'function', 'a function'];
const anything: Constraint = [() => true, ''];

const sharedOptions: Readonly<Record<keyof SharedOptions, Constraint>> = {
  timeout: delayOrFalse,
  totalTimeout: delayOrFalse,
  maxRetries: [isCount, 'an integer, 0 or more'],
  maxRetryAfter: [isDelay, delay],
  maxResponseBytes: [(value) => value === false || isSize(value), 'a number of bytes, 0 or more, or false'],
  validation: [(value) => value === 'strict' || value === 'warn' || value === 'off', 'strict, warn or off'],
};

const fixedHeaders: Constraint = [(value) => areHeaders(value), 'names and values that HTTP can carry'];

const callOptions: Readonly<Record<keyof StreamOptions, Constraint>> = {
  ...sharedOptions,
  headers: fixedHeaders,
  retryUnsafe: [(value) => typeof value === 'boolean', 'true or false'],
  maxEntryLength: [isSize, 'a number of characters, 0 or more'],
  // Not `instanceof`: another realm, such as that of a test environment, has a class of its own.
  signal: [isSignal, 'an AbortSignal'],
};

const clientOptions: Readonly<Record<keyof ClientOptions, Constraint>> = {
  ...sharedOptions,
  // `prefixOf` checks it.
  baseUrl: anything,
  ky: [(value) => typeof value === 'function' && 'extend' in value, 'an instance of ky'],
  fetch: aFunction,
  headers: [(value) => typeof value === 'function' || areHeaders(value), fixedHeaders[1]],
  token: [
    (value) =>
      typeof value === 'function' ||
      (typeof value === 'string' && areHeaders({ token: value }) && value !== ''),
    'a function, or a token, not empty, that HTTP can carry',
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

/** @throws TypeError that names the first invalid option. Values that may be secret are not shown. */
function checkOptions(owner: string, given: object, known: Readonly<Record<string, Constraint>>): void {
  for (const [option, [isValid, expected]] of Object.entries(known)) {
    const value = (given as Record<string, unknown>)[option] ?? undefined;
    if (value === undefined || isValid(value)) continue;
    if (option === 'headers') throw invalidHeaders(owner, value);
    const shown = option === 'token' ? typeof value : shownValue(value);
    throw new TypeError(`${owner}: ${option} must be ${expected}; got ${shown}.`);
  }
}

/** The error of headers that HTTP cannot carry, with the name of the first of them. */
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

/** @throws TypeError if `baseUrl` is missing, relative or not http(s), or if it has credentials, a query or a fragment. */
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
    // Whatever may hold a password or a key is cut off.
    const shown = shownValue(given.replace(/^.*[@?#].*/s, '…'));
    throw new TypeError(
      `createClient: baseUrl must be an absolute http or https URL without user name and password; got ${shown}.`,
    );
  }
  if (url.search + url.hash)
    throw new TypeError('createClient: baseUrl must not have a query or a fragment.');
  // Up to the last character other than a slash. A pattern for trailing slashes would take quadratic time.
  const [path = ''] = /^.*[^/]/.exec(url.pathname) ?? [];
  return url.origin + path;
}

/** Warns, in development, of options of the client and the call that do not exist. Each warning is given once. */
export function warnOfUnknownOptions(settings: Settings, operation: OperationId, options: object): void {
  const { reported, given, onWarning = ({ message }) => inConsole(message) } = settings;
  const { method, path } = operations[operation];
  const url = settings.prefix + path;
  const event = { operation, method, url, attempt: 0, kind: 'unknown-option' } as const;
  const messages = [
    ...unknownOptions('createClient', given, clientOptions),
    ...unknownOptions(operation, options, callOptions),
  ];
  for (const message of messages) {
    if (isNew(reported, message)) notify({ onWarning }, 'onWarning', { ...event, message });
  }
}

/** Bundlers replace it, so that what is only for development costs a production build nothing. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/** A message for each option that does not exist, in development. */
function unknownOptions(owner: string, given: object, known: object): string[] {
  try {
    if (process.env.NODE_ENV !== 'production') {
      const names = Object.keys(known);
      return Object.keys(given)
        .filter((name) => !Object.hasOwn(known, name))
        .map((name) => `${owner}: unknown option \`${name}\`. ${suggestionFor(name, names)}`);
    }
  } catch {
    // A page without a bundler has no `process`.
  }
  return [];
}

/** The option that contains a misspelled name or is contained in it, whatever their case; otherwise all options. */
function suggestionFor(misspelled: string, names: readonly string[]): string {
  const given = misspelled.toLowerCase();
  const meant = names.find((name) => {
    const lower = name.toLowerCase();
    return lower.includes(given) || given.includes(lower);
  });
  return meant === undefined ? `The options are ${names.join(', ')}.` : `Did you mean \`${meant}\`?`;
}
