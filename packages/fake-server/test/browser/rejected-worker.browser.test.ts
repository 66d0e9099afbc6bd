import { test } from 'vitest';
import { expectBlocked } from './expect-blocked.ts';

test('starting fails with a FakeServerError if the browser rejects the service worker', async () => {
  await expectBlocked(() => Promise.reject(new DOMException('denied', 'SecurityError')));
});
