/** The classes of errors. */
export type ActivityErrorKind =
  'ArgumentError' | 'BodyError' | 'HarError' | 'LogError' | 'WaitAbortedError' | 'WaitTimeoutError';

/** A registered symbol, so that two copies of this package recognise each other's errors. */
export const kind = Symbol.for('@mock-services/sdk.activity-error');

/**
 * The base of every error of `@mock-services/sdk/activity`, which is always one of {@link ArgumentError},
 * {@link BodyError}, {@link HarError}, {@link LogError}, {@link WaitAbortedError} and {@link WaitTimeoutError}.
 * None quotes a body or a credential.
 */
export abstract class ActivityError extends Error {
  /** @internal */
  abstract get [kind](): ActivityErrorKind;
}

/** Whether a value is an error of this entry point, and of the wanted kind if one is given. */
export function isOfKind(value: unknown, wanted?: ActivityErrorKind): boolean {
  if (typeof value !== 'object' || value === null || !(kind in value)) return false;
  return wanted === undefined || value[kind] === wanted;
}

/** Whether a value is any error of `@mock-services/sdk/activity`, from any copy of this package. */
export function isActivityError(value: unknown): value is ActivityError {
  return isOfKind(value);
}
