import { expect, test } from 'vitest';
import { blocked, errorIfRegister } from './error-if-register.ts';

test('starting fails with a FakeServerError if Playwright blocks service workers', async () => {
  // Playwright replaces the function by one that does nothing.
  expect(await errorIfRegister(() => Promise.resolve())).toEqual(blocked);
});
