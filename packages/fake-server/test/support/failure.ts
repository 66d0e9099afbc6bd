import { type FakeServerError, type FakeServerErrorCode } from '@mock-services/fake-server/core';
import { expect } from 'vitest';

/** Matches an error of the fake server with the given code. */
export function errorWith(code: FakeServerErrorCode): unknown {
  return expect.objectContaining({ name: 'FakeServerError', code });
}

/** Returns the value that `act` throws. Returns `undefined` if `act` does not throw. */
export function failureOf(act: () => unknown): unknown;
/** Returns the error that `act` throws. Fails the test unless it is an error of the fake server with the given code. */
export function failureOf(act: () => unknown, code: FakeServerErrorCode): FakeServerError;
export function failureOf(act: () => unknown, code?: FakeServerErrorCode): unknown {
  let failure: unknown;
  try {
    act();
  } catch (error) {
    failure = error;
  }
  if (code !== undefined) expect(failure).toEqual(errorWith(code));
  return failure;
}

/** Resolves to the value with which a promise rejects. Resolves to `undefined` if the promise is fulfilled. */
export function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}
