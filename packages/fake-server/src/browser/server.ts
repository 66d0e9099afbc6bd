/** What `./browser` is outside of pages, by the `node` condition: `msw/browser` cannot be resolved there. */
import type { StartedFake } from './start-fake.ts';

export { isWorkerError, WorkerError } from '../core/errors.ts';

/** @throws {Error} always: there is no page. */
export function startFake(): Promise<StartedFake> {
  const message =
    'startFake needs a page, and this is a server (the "node" condition). Call it in code that runs in the browser alone, such as an effect; on the server use fake.fetch, MSW\'s setupServer(...fake.handlers) or serve().';
  return Promise.reject(new Error(message));
}
