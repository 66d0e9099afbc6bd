/**
 * `@mock-services/fake-server/vitest`: a fake server and a client for each test, and matchers for what the
 * fake server received and recorded.
 *
 * Importing it changes nothing: `fakeTest()` adds the matchers to vitest's `expect`, and so does
 * `installMatchers()`, for tests that do not use `fakeTest`.
 *
 * @module @mock-services/fake-server/vitest
 * @packageDocumentation
 */
export { fakeTest, type FakeFixtures, type FakeTestOptions } from './fake-test.ts';
export { installMatchers } from './install-matchers.ts';
export type { FakeMatchers, RequestFields, TimesOption } from './matchers.ts';
