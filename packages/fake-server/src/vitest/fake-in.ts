import type { FakeServer } from '../core/index.ts';

/**
 * The fake server that a matcher was given.
 *
 * @throws {TypeError} when it was given something else.
 */
export function fakeIn(received: unknown, matcher: string): Pick<FakeServer, 'activity' | 'journal'> {
  if (isFake(received)) return received;
  throw new TypeError(`${matcher}() is a matcher for fake servers: expect(fake).${matcher}(…)`);
}

function isFake(value: unknown): value is Pick<FakeServer, 'activity' | 'journal'> {
  return typeof value === 'object' && value !== null && has(value, 'activity') && has(value, 'journal');
}

function has(value: object, key: string): boolean {
  const part: unknown = Reflect.get(value, key);
  return typeof part === 'object' && part !== null && !Array.isArray(part);
}
