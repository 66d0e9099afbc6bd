import type { FakeServer, WireResponse } from '@mock-services/fake-server/core';
import type { Arbitrary } from 'fast-check';

/** A part of the project that reads outside input, and what has to hold after each. */
export interface Target<Input> {
  readonly inputs: Arbitrary<Input>;
  /** Throws, or rejects, when something that has to hold does not. */
  readonly check: (input: Input) => void | Promise<void>;
  /** Frees what the target holds. */
  readonly close?: () => Promise<void>;
}

/** A {@link Target} of whatever input. */
export interface AnyTarget {
  readonly inputs: Arbitrary<unknown>;
  readonly check: (input: never) => void | Promise<void>;
  readonly close?: () => Promise<void>;
}

/** What has to hold does not. */
export function fail(what: string): never {
  throw new Error(what);
}

/** Runs `work`, which may throw what `allowed` recognizes, and nothing else. Returns its result, if it has one. */
export function attempt<Result>(
  work: () => Result,
  allowed: (error: unknown) => boolean,
): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (allowed(error)) return undefined;
    throw error;
  }
}

/** A response as a `fetch` would have it. Throws when HTTP does not allow it. */
export function toResponse({ status, headers, body }: WireResponse): Response {
  return new Response([204, 205, 304].includes(status) ? null : body, { status, headers });
}

/** A well-behaved request gets its response. @param headers - What the fake demands of any request. */
export function checkServes(
  { baseUrl, handle }: Pick<FakeServer, 'baseUrl' | 'handle'>,
  headers: Readonly<Record<string, string>> = {},
): void {
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '');
  const { status } = handle({ method: 'GET', path: `${prefix}/configuration/workspaces`, headers });
  if (status !== 200) fail(`a well-behaved request got ${status}`);
}
