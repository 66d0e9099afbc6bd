import type { OperationId } from '@mock-services/sdk/contract';
import type { JournalFields } from '../core/index.ts';

/** Fields that a request must match, except `operation`. */
export type RequestFields = Omit<JournalFields, 'operation'>;

/** The expected number of matches. */
export interface TimesOption {
  /**
   * Exact number of matches.
   *
   * @default at least one
   */
  readonly times?: number | undefined;
}

/** The matchers that `fakeTest()` and `installMatchers()` add to `expect`. */
export interface FakeMatchers<Returned> {
  /**
   * Asserts that the fake server has received a matching request. If the assertion fails, the error message shows the
   * closest requests and how they differ.
   *
   * @param operation - One of the nine operation ids.
   * @param fields - Fields that the request must match. By default, any request for the operation matches.
   * @param options - The expected number of matching requests.
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

declare global {
  // Extend Chai's interface, because the type parameters of Vitest's own interfaces differ between major versions of
  // Vitest.
  namespace Chai {
    interface Assertion extends FakeMatchers<void> {}
  }
}
