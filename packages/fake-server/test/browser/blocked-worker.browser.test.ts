import { test } from 'vitest';
import { expectBlocked } from './expect-blocked.ts';

test('starting fails with a FakeServerError if Playwright blocks service workers', async () => {
  // Playwright replaces the function by one that does nothing.
  await expectBlocked(() => Promise.resolve());
});
