import type { OperationId } from '@mock-services/sdk/contract';
import type { JournalFields } from '../core/index.ts';

export type RequestFields = Omit<JournalFields, 'operation'>;

export interface TimesOption {
  /**
   * Exact number of matches.
   * @default at least one
   */
  readonly times?: number | undefined;
}

/** The matchers that `fakeTest()` and `installMatchers()` add to `expect`. */
export interface FakeMatchers<Returned> {
  /**
   * Asserts that the fake server has received a matching request. If the assertion fails, the message shows the closest
   * requests and how they differ. Without `fields`, any request for the operation matches.
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
  // The type parameters of Vitest's own interfaces differ between its major versions, so extend Chai's interface.
  namespace Chai {
    interface Assertion extends FakeMatchers<void> {}
  }
}
