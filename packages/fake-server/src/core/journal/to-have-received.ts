import type { OperationId } from '@mock-services/sdk/contract';
import { internalsOf } from '../internals.ts';
import type { MatcherResult, RequestFields, TimesOption } from './received.ts';

/** The matchers that this package adds to `expect`. */
export interface FakeMatchers<Returned> {
  /**
   * Asserts that the fake server has received a matching request. Without `fields`, any request for the operation
   * matches. If the assertion fails, the message shows how the closest requests differ.
   * @example
   * ```ts
   * import { expect } from 'vitest';
   *
   * await client.mockServices.create(input);
   * expect(fake).toHaveReceived('createMockService', { body: { title: 'Orders' } }, { times: 1 });
   * expect(fake).not.toHaveReceived('deleteMockService');
   * ```
   */
  toHaveReceived(operation: OperationId, fields?: RequestFields, options?: TimesOption): Returned;
}

/**
 * The matchers by name, for `expect.extend(matchers)` of Jest, Bun, Playwright and Vitest.
 * @example
 * ```ts
 * import { matchers } from '@mock-services/fake-server/core';
 * import { expect } from 'vitest';
 *
 * expect.extend(matchers);
 * ```
 */
export const matchers = { toHaveReceived };

function toHaveReceived(
  fake: unknown,
  operation: OperationId,
  fields?: RequestFields,
  options?: TimesOption,
): MatcherResult {
  const received = typeof fake === 'object' && fake !== null ? internalsOf(fake)?.received : undefined;
  if (received) return received(operation, fields, options);
  throw new TypeError('toHaveReceived() is a matcher for fake servers: expect(fake).toHaveReceived(…)');
}

declare global {
  // Extend Chai's interface, because the type parameters of Vitest's own interfaces differ between major versions.
  namespace Chai {
    interface Assertion extends FakeMatchers<void> {}
  }
  namespace jest {
    // The type parameters must equal the type parameters in @types/jest.
    interface Matchers<R, T = {}> extends FakeMatchers<R> {}
  }
}
