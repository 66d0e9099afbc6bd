import { expect } from 'vitest';
import { matchers } from '../core/journal/to-have-received.ts';

/**
 * Adds the matcher `toHaveReceived` to Vitest's `expect`, as `fakeTest()` does. If your tests do not use `fakeTest`,
 * call `installMatchers` in a setup file. Repeated calls have no effect.
 */
export function installMatchers(): void {
  expect.extend(matchers);
}
