import { assert } from 'vitest';

/** The message of the error that an assertion throws. */
export function messageOf(assertion: () => void): string {
  try {
    assertion();
  } catch (error) {
    return String(error);
  }
  return assert.fail('the assertion passes');
}
