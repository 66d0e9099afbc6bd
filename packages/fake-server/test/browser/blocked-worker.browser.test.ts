import { expect, test } from 'vitest';
import { blocked, failureWith } from './blocked.ts';

test('starting fails with a FakeServerError if Playwright blocks service workers', async () => {
  // Playwright replaces the function by one that does nothing.
  expect(await failureWith(() => Promise.resolve())).toMatchObject(blocked);
});
