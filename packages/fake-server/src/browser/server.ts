/** Replaces the entry point `browser` in Node, where `msw/browser` cannot be resolved. */
import type { StartedFake } from './start-fake.ts';

export { FakeServerError, isFakeServerError } from '../core/errors.ts';

export function startFake(): Promise<StartedFake> {
  const message =
    'startFake needs a page, but this code runs on a server (the "node" condition). Call it only in code that runs in the browser, such as an effect. On the server, use fake.fetch, MSW\'s setupServer(...fake.handlers) or serve().';
  return Promise.reject(new Error(message));
}
