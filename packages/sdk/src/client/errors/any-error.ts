import type { AbortError } from './abort-error.ts';
import type { ApiError } from './api-error.ts';
import { isOfKind } from './base.ts';
import type { NetworkError } from './network-error.ts';
import type { ParseError } from './parse-error.ts';
import type { TimeoutError } from './timeout-error.ts';
import type { ValidationError } from './validation-error.ts';

/** Every error that a method of the client can reject with; `name` tells them apart. */
export type AnyMockServicesError =
  ApiError | NetworkError | TimeoutError | AbortError | ParseError | ValidationError;

/**
 * Whether a value is any error of this package, from whichever copy of it.
 *
 * @example
 * ```ts
 * const error: unknown = await client.mockServices.list().catch((reason: unknown) => reason);
 * if (isMockServicesError(error) && error.name === 'ApiError') console.log(error.status);
 * ```
 */
export function isMockServicesError(value: unknown): value is AnyMockServicesError {
  return isOfKind(value);
}
