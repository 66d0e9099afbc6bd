import { type Authorization, createAuthorization } from './authorization.ts';
import type { Observers } from './events.ts';
import {
  type ClientOptions,
  type Fetch,
  resolveLimits,
  type ResolvedLimits,
  type ValidationMode,
} from './options/options.ts';
import {
  type BaseUrl,
  clientOptions,
  findInvalidOption,
  parseBaseUrl,
  shownValue,
} from './options/validate-options.ts';

/** What all calls of a client share. */
export interface ClientContext extends Observers, BaseUrl {
  readonly fetch?: Fetch | undefined;
  readonly idempotencyKey?: ClientOptions['idempotencyKey'];
  readonly validation: ValidationMode;
  readonly limits: ResolvedLimits;
  readonly authorization: Authorization;
  /** What was warned of: operations with paths, and options. */
  readonly reported: Set<string>;
  /** The options as they were given. */
  readonly given: ClientOptions;
}

/**
 * Reads the options of a client.
 *
 * @throws TypeError when one is invalid.
 */
export function createContext(given: ClientOptions): ClientContext {
  // A copy, so that later changes to the options have no effect.
  const options = { ...given };
  const baseUrl = parseBaseUrl(options.baseUrl);
  const invalid = findInvalidOption(options, clientOptions);
  if (invalid) {
    const { option, expected, value } = invalid;
    const shown = option === 'token' ? typeof value : shownValue(value);
    throw new TypeError(`createClient: ${option} must be ${expected}; got ${shown}.`);
  }
  return {
    ...options,
    ...baseUrl,
    validation: options.validation ?? 'strict',
    limits: resolveLimits(options),
    authorization: createAuthorization(options),
    reported: new Set(),
    given: options,
  };
}
