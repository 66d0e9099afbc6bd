/**
 * A fake server and a client for each Vitest test, and a matcher for received requests. `fakeTest()` adds the matcher
 * to Vitest's `expect`. If your tests do not use `fakeTest`, call `installMatchers()`. Importing this module has no
 * side effects.
 *
 * @example
 * ```ts
 * import { fakeTest } from '@mock-services/fake-server/vitest';
 * import { expect } from 'vitest';
 *
 * const test = fakeTest();
 *
 * test('a mock service can be deleted', async ({ fake, client }) => {
 *   const { id } = fake.mockServices.add({ title: 'Orders' });
 *   await client.mockServices.delete(id);
 *   expect(fake).toHaveReceived('deleteMockService', { params: { mockServiceId: id } });
 * });
 * ```
 *
 * @module @mock-services/fake-server/vitest
 * @packageDocumentation
 */
export { fakeTest, type FakeFixtures, type FakeTestOptions } from './fake-test.ts';
export { installMatchers } from './install-matchers.ts';
