import { createClient } from '@mock-services/sdk';

/** When the first view is on the screen, in milliseconds after the start. */
const patience = 2000;

/**
 * Has the client load what explains failures, while there is a network: it does so by itself when a call fails, and a
 * page that is offline cannot load anything. A call that never leaves the page fails for it, when there is nothing more
 * urgent to load.
 */
export function loadExplanations(): void {
  setTimeout(() => void failOnce(), patience);
}

async function failOnce(): Promise<void> {
  const fetch = (): Promise<never> => Promise.reject(new TypeError('nothing is sent'));
  const client = createClient({ baseUrl: 'http://localhost', fetch, maxRetries: 0 });
  await client.workspaces.list().catch(() => undefined);
}
