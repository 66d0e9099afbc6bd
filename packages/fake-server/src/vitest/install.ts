import { expect } from 'vitest';
import { toHaveReceived } from './to-have-received.ts';
import { toHaveRecorded } from './to-have-recorded.ts';

/**
 * Adds the matchers of this entry point to vitest's `expect`. `fakeTest()` does so by itself; call it in a setup
 * file for tests that are made otherwise. May be called again.
 *
 * @example
 * ```ts
 * import { installMatchers } from '@mock-services/fake-server/vitest';
 *
 * installMatchers();
 * ```
 */
export function installMatchers(): void {
  expect.extend({ toHaveReceived, toHaveRecorded });
}
