import { expect, test } from 'vitest';
import { blocked, errorIfRegister } from './error-if-register.ts';

test('starting fails with a FakeServerError if the browser rejects the service worker', async () => {
  const reject = () => Promise.reject(new DOMException('denied', 'SecurityError'));
  expect(await errorIfRegister(reject)).toEqual(blocked);
});
