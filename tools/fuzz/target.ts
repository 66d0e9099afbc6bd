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
