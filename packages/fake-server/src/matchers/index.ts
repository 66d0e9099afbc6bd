/**
 * Matchers for the `expect` of Jest, Bun, Playwright and Vitest. The entry points for Vitest and Playwright add them
 * themselves.
 *
 * @example
 * ```ts
 * import { createFakeServer } from '@mock-services/fake-server/core';
 * import { matchers } from '@mock-services/fake-server/matchers';
 * import { expect } from 'vitest';
 *
 * expect.extend(matchers);
 * const fake = createFakeServer();
 * await fake.fetch(`${fake.baseUrl}/configuration/workspaces`);
 * expect(fake).toHaveReceived('listWorkspaces');
 * ```
 *
 * @module @mock-services/fake-server/matchers
 * @packageDocumentation
 */
export type { MatcherResult, RequestFields, TimesOption } from '../core/journal/received.ts';
export { matchers, type FakeMatchers } from './to-have-received.ts';
