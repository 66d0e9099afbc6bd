import { expect as playwrightExpect, type Expect } from '@playwright/test';
import { matchers } from '../core/journal/to-have-received.ts';

/**
 * Playwright's `expect` with the matcher `toHaveReceived`. To combine this `expect` with your own, use Playwright's
 * `mergeExpects(yours, expect)`.
 * @example
 * ```ts
 * import { expect, fakeTest } from '@mock-services/fake-server/playwright';
 *
 * const test = fakeTest();
 *
 * test('the client deletes once', async ({ fake, client }) => {
 *   const { id } = fake.mockServices.add({ title: 'Orders' });
 *   await client.mockServices.delete(id);
 *   expect(fake).toHaveReceived('deleteMockService', { params: { mockServiceId: id } }, { times: 1 });
 * });
 * ```
 */
export const expect: Expect<typeof matchers> = playwrightExpect.extend(matchers);
