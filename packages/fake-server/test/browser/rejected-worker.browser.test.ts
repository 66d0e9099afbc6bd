import { expect, test } from 'vitest';
import { blocked, failureWith } from './blocked.ts';

test('starting fails with a FakeServerError if the browser rejects the service worker', async () => {
  expect(await failureWith(() => Promise.reject(new DOMException('denied', 'SecurityError')))).toMatchObject(
    blocked,
  );
});
