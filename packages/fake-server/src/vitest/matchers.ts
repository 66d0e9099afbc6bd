import type { ActivityMatcher } from '@mock-services/sdk/activity';
import type { OperationId } from '@mock-services/sdk/contract';
import type { JournalFields } from '../core/index.ts';

/** The fields that a request has to match, without its operation. */
export type RequestFields = Omit<JournalFields, 'operation'>;

/** How many matches there have to be. */
export interface TimesOption {
  /** The exact number. Default: at least one. */
  readonly times?: number | undefined;
}

/** The matchers that `fakeTest()` and `installMatchers()` add to `expect`. */
export interface FakeMatchers<Returned> {
  /**
   * Expects that the fake server has received a request for an operation. If it has not, the error shows the nearest
   * requests and how they differ.
   *
   * @param operation - One of the nine operation ids.
   * @param fields - What the request has to match; any request for the operation by default.
   * @param options - How many such requests there have to be.
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

  /**
   * Expects that the activity log of a workspace has a matching entry. If it has none, the error shows the nearest
   * entries and how they differ.
   *
   * @param workspaceId - UUID of a workspace of the fake server.
   * @param matcher - What the entry has to match; any entry by default.
   * @param options - How many such entries there have to be.
   * @example
   * ```ts
   * import { expect } from 'vitest';
   *
   * fake.activity.record(workspaceId, { request: { method: 'POST', url: 'https://shop.example/orders' } });
   * expect(fake).toHaveRecorded(workspaceId, { method: 'POST', path: '/orders' }, { times: 1 });
   * expect(fake).not.toHaveRecorded(workspaceId, { status: '5xx' });
   * ```
   */
  toHaveRecorded(workspaceId: string, matcher?: ActivityMatcher, options?: TimesOption): Returned;
}

declare global {
  // Chai's, because vitest's own interfaces of matchers have other type parameters in each of its major versions.
  namespace Chai {
    interface Assertion extends FakeMatchers<void> {}
  }
}
