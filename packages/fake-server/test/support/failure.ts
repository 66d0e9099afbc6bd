import { type FakeServerError, type FakeServerErrorCode } from '@mock-services/fake-server/core';
import { expect } from 'vitest';

export function errorWith(code: FakeServerErrorCode): unknown {
  return expect.objectContaining({ name: 'FakeServerError', code });
}

export function failureOf(act: () => unknown): unknown;
/** Fails the test unless `act` throws an error of the fake server with this code. */
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

export function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}
