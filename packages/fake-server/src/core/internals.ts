import type { WireRequest, WireResponse } from './http/message.ts';
import type { MatcherResult, ReceivedArguments } from './journal/received.ts';
import type { WorldStorage } from './world/world-storage.ts';

/** Adapters need these functions in addition to the public interface of a fake server or worlds. */
export interface Internals {
  /** @throws {FakeServerError} (`invalid-option`) if the fake server requires another token. */
  readonly checkToken: (token: string) => void;
  /** Varies an adapter's error response in the same way as the fake server's own errors. */
  readonly varyError: (
    response: WireResponse,
    request: Pick<WireRequest, 'path' | 'headers'>,
  ) => WireResponse;
  readonly watchResendFaults: WatchResendFaults;
}

/**
 * Tells a listener, at once and at each change, whether any fault may make a client resend a request. If a fault with
 * `reset`, `hang` or status 408 hits a reused connection, some runtimes resend even a POST. Returns a function that
 * removes the listener.
 */
export type WatchResendFaults = (listener: (mayResend: boolean) => void) => () => void;

/** @param place - Path of the mistake in a seed. */
export type WarningListener = (message: string, place?: string) => void;

export interface FakeInternals extends Internals {
  readonly connect: (storage: WorldStorage) => void;
  /** Ends hanging responses. Later changes of a stored world throw. */
  readonly close: (reason: string) => void;
  readonly received: (...args: ReceivedArguments) => MatcherResult;
  /**
   * Calls the listener with each warning about a fixture or a seed, even if the same warning was printed before.
   * Returns a function that removes the listener.
   */
  readonly onWarning: (listener: WarningListener) => () => void;
  /** Calls the listener after each change of the state. Returns a function that removes the listener. */
  readonly onChange: (listener: () => void) => () => void;
}

/** `Symbol.for` is needed, because a process may load two copies of this package. */
export const internals: unique symbol = Symbol.for('@mock-services/fake-server.internals') as never;

/** Returns `undefined` for an object that a caller has built from single functions. */
export function internalsOf(served: object): (Internals & Partial<FakeInternals>) | undefined {
  return internals in served ? (served[internals] as Internals) : undefined;
}

export function varyOf(served: object): Internals['varyError'] {
  return internalsOf(served)?.varyError ?? ((response) => response);
}

/** Name of the global function that the Playwright fixture adds to each page and frame before their scripts run. */
export const fixtureBinding = '__mockServicesFixture';

export type FixtureBinding = (scenario: string | undefined) => Promise<FixtureReply>;

/** The reply is plain JSON, because Playwright sends it from the test process to the page. */
export interface FixtureReply {
  readonly baseUrl: string;
  readonly problem?: string | undefined;
}

/** Some JavaScript engines lack `Symbol.asyncDispose`. Without a fallback, the method would be named `undefined`. */
const symbols: { readonly asyncDispose?: typeof Symbol.asyncDispose } = Symbol;

export const asyncDispose: typeof Symbol.asyncDispose =
  symbols.asyncDispose ?? (Symbol.for('Symbol.asyncDispose') as typeof Symbol.asyncDispose);
