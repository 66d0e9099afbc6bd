/** `null` is treated as an omitted option, because JavaScript callers may pass `null`. */
import ky from 'ky';
import { usualMaxBytes } from '../activity/bytes.ts';
import type { OperationId } from '../contract/operations.ts';
import { readBaseUrl, tokenProblem } from '../service-address.ts';
import { longestDelay } from '../race.ts';
import { describeUnknown } from '../unknown-fields.ts';
import { headersOf, shareToken } from './authorization.ts';
import { type Call, type CallSettings, eventOf, type Limits, type Settings } from './call.ts';
import { warn } from './events.ts';
import type { ClientOptions, KyInstance, RequestOptions, SharedOptions } from './options.ts';

const defaults: Limits = {
  timeout: 10_000,
  totalTimeout: 60_000,
  maxRetries: 2,
  maxRetryAfter: 30_000,
  maxResponseBytes: usualMaxBytes,
};

export function readSettings(given: ClientOptions): Settings {
  if (typeof given !== 'object') throw new TypeError('createClient takes an object: `{ baseUrl }`.');
  // Copy the options, so that later changes to the caller's object have no effect.
  const options = { ...given };
  const prefix = prefixOf(options);
  checkOptions('createClient', options, clientChecks);
  const { headers, token } = options;
  const settings: Settings = {
    prefix,
    onRequest: options.onRequest ?? undefined,
    onResponse: options.onResponse ?? undefined,
    onRetry: options.onRetry ?? undefined,
    onWarning: options.onWarning ?? undefined,
    reported: new Set(),
    ky: options.ky ?? ky,
    isCustomKy: (options.ky ?? ky) !== ky,
    fetch: options.fetch ?? undefined,
    headers: typeof headers === 'function' ? headers : readHeaders('createClient', headers),
    token: typeof token === 'function' ? shareToken(token) : (token ?? undefined),
    limits: limitsOf(options, defaults),
    validation: options.validation ?? 'strict',
  };
  for (const message of describeUnknown(options, Object.keys(clientChecks), 'option')) {
    warn(settings, { kind: 'unknown-option', message });
  }
  return settings;
}

export function readCallOptions(
  settings: Settings,
  operation: OperationId,
  given: RequestOptions | null | undefined,
): CallSettings {
  if (typeof (given ?? {}) !== 'object') {
    throw new TypeError(`${operation}: the options must be an object; got ${typeof given}.`);
  }
  const options = { ...given };
  checkOptions(operation, options, callChecks);
  return {
    limits: limitsOf(options, settings.limits),
    validation: options.validation ?? settings.validation,
    signal: options.signal ?? undefined,
    headers: readHeaders(operation, options.headers),
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

/** Copies the headers, because an iterator can be read only once. */
function readHeaders(owner: string, given: unknown): Headers | undefined {
  if ((given ?? undefined) === undefined) return undefined;
  try {
    return headersOf(given);
  } catch (error) {
    throw new TypeError(`${owner}: \`headers\`: ${(error as TypeError).message}.`, { cause: error });
  }
}

/** A function that returns a description of valid values, or `undefined` if the value is valid. */
type Check = (value: unknown) => string | undefined;

const mustBe =
  (isValid: (value: unknown) => boolean, expected: string): Check =>
  (value) =>
    isValid(value) ? undefined : expected;

const milliseconds = `a number of milliseconds from 0 to ${longestDelay}`;

const isDelay = (value: unknown) => typeof value === 'number' && value >= 0 && value <= longestDelay;
/** A limit of 0 is invalid, because each call would reject, even if the service has processed the request. */
const limit = (longest: number, unit: string) =>
  mustBe(
    (value) => value === false || (typeof value === 'number' && value > 0 && value <= longest),
    `a positive number of ${unit}, or false for no limit`,
  );
const time = limit(longestDelay, `milliseconds up to ${longestDelay}`);
const aFunction = mustBe((value) => typeof value === 'function', 'a function');
const checkedElsewhere: Check = () => undefined;

const sharedChecks: Readonly<Record<keyof SharedOptions, Check>> = {
  timeout: time,
  totalTimeout: time,
  maxRetries: mustBe((value) => isDelay(value) && Number.isInteger(value), 'a non-negative integer'),
  maxRetryAfter: mustBe(isDelay, milliseconds),
  maxResponseBytes: limit(Infinity, 'bytes'),
  validation: mustBe(
    (value) => value === 'strict' || value === 'warn' || value === 'off',
    '"strict", "warn" or "off"',
  ),
};

const callChecks: Readonly<Record<keyof RequestOptions, Check>> = {
  ...sharedChecks,
  headers: checkedElsewhere,
  retryUnsafe: mustBe((value) => typeof value === 'boolean', 'true or false'),
  // Do not use `instanceof`, because jest runs code in another realm.
  signal: mustBe((value) => typeof (value as AbortSignal).addEventListener === 'function', 'an AbortSignal'),
};

const clientChecks: Readonly<Record<keyof ClientOptions, Check>> = {
  ...sharedChecks,
  baseUrl: checkedElsewhere,
  ky: mustBe(isKy, 'an instance of ky 2 or newer, such as `ky.extend({ … })`'),
  fetch: mustBe((value) => typeof value === 'function', 'a function, such as `fake.fetch`'),
  headers: checkedElsewhere,
  token: (value) => (typeof value === 'function' ? undefined : tokenProblem(value)),
  onRequest: aFunction,
  onResponse: aFunction,
  onRetry: aFunction,
  onWarning: aFunction,
};

/**
 * Recognizes ky 2 by `init` hooks, which ky 1 does not run. The check calls neither the caller's hooks nor a real
 * `fetch`.
 */
function isKy(value: unknown): boolean {
  if (value === ky) return true;
  let runsInitHooks = false;
  try {
    const { create } = value as { readonly create: (options: object) => KyInstance };
    const fetch = () => Promise.resolve(new Response());
    const init = [() => void (runsInitHooks = true)];
    void create({ fetch, retry: 0, hooks: { init } })('https://ky.invalid/', {}).catch(() => undefined);
  } catch {
    return false;
  }
  return runsInitHooks;
}

/** @throws TypeError for the first invalid option. The message never quotes a value that may be secret. */
function checkOptions(owner: string, given: object, checks: Readonly<Record<string, Check>>): void {
  for (const [option, check] of Object.entries(checks)) {
    const value = (given as Record<string, unknown>)[option] ?? undefined;
    const expected = value === undefined ? undefined : check(value);
    if (expected === undefined) continue;
    if (option === 'token') throw new TypeError(`${owner}: \`token\` is invalid. ${expected}`);
    const shown = typeof value === 'function' ? 'another function' : shownValue(value);
    throw new TypeError(`${owner}: \`${option}\` must be ${expected}; got ${shown}.`);
  }
}

function shownValue(value: unknown): string {
  return typeof value === 'number' ? String(value) : JSON.stringify(String(value));
}

function prefixOf(options: Partial<ClientOptions>): string {
  const given = String(options.baseUrl ?? '');
  if (given === '') {
    const unknown = describeUnknown(options, Object.keys(clientChecks), 'option');
    const required = '`baseUrl` is required, such as https://mocks.example.com/api.';
    throw new TypeError(['createClient:', ...unknown, required].join(' '));
  }
  const read = readBaseUrl(options.baseUrl);
  if (typeof read === 'string') throw new TypeError(`createClient: \`baseUrl\` ${read}`);
  return read.prefix;
}

export function warnOfUnknownOptions(call: Call, given: object | null | undefined): void {
  for (const message of describeUnknown({ ...given }, Object.keys(callChecks), 'option')) {
    warn(call.settings, { ...eventOf(call), kind: 'unknown-option', message }, message);
  }
}
