import { expect } from 'vitest';

type ErrorClass<Failure extends Error> = abstract new (...parameters: never[]) => Failure;

/** Returns the value that `act` throws. Returns `undefined` if `act` does not throw. */
export function failureOf(act: () => unknown): unknown;
/** Returns the error that `act` throws. Fails the test unless the error is an instance of `errorClass`. */
export function failureOf<Failure extends Error>(
  act: () => unknown,
  errorClass: ErrorClass<Failure>,
): Failure;
export function failureOf(act: () => unknown, errorClass?: ErrorClass<Error>): unknown {
  let failure: unknown;
  try {
    act();
  } catch (error) {
    failure = error;
  }
  if (errorClass !== undefined) expect(failure).toBeInstanceOf(errorClass);
  return failure;
}

/** Resolves to the value with which a promise rejects. Resolves to `undefined` if the promise is fulfilled. */
export function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}
