import { createClient } from '@mock-services/sdk';

/** Milliseconds after the start by which the first view is rendered. */
const patience = 2000;

/**
 * Makes the client load its error messages while there is a network. It would load them when a call fails, but an offline
 * page cannot load anything. A call that never leaves the page triggers it, once nothing more urgent is loading.
 */
export function loadExplanations(): void {
  setTimeout(() => void failOnce(), patience);
}

async function failOnce(): Promise<void> {
  const fetch = (): Promise<never> => Promise.reject(new TypeError('nothing is sent'));
  const client = createClient({ baseUrl: 'http://localhost', fetch, maxRetries: 0 });
  await client.workspaces.list().catch(() => undefined);
}
