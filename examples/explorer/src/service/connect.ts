import { createClient, type ClientOptions } from '@mock-services/sdk';
import type { Connection } from './connection.ts';

/** What the client tells while it works. */
type Observers = Pick<ClientOptions, 'onResponse' | 'onRetry'>;

/**
 * Connects to the service at an address, or to the fake server where there is none.
 *
 * @throws TypeError when the address is no absolute http(s) URL.
 */
export async function connect(service: string | undefined, observers: Observers): Promise<Connection> {
  if (service !== undefined) {
    const client = createClient({ baseUrl: service, ...observers });
    return { client, address: new URL(service).host, fake: undefined, now: Date.now };
  }
  // In development the fake answers behind MSW's worker, where the developer tools show its requests. The worker's
  // part of MSW weighs more than the rest of the page, so the built page calls the same fake as a function.
  const { startDemo } = await (import.meta.env.DEV
    ? import('./demo-worker.ts')
    : import('./demo-in-page.ts'));
  const { fake, fetch } = await startDemo();
  return {
    client: createClient({ baseUrl: fake.baseUrl, fetch, ...observers }),
    address: 'Fake server',
    fake,
    now: () => fake.clock.now(),
  };
}
