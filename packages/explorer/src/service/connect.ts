import { createClient } from '@mock-services/sdk';
import { apiPath } from '../../program/marks.ts';
import type { Connection } from './connection.ts';
import { credentialsFor } from './credentials.ts';
import { both, type Observers } from './observers.ts';
import { serviceBehindPage } from './program.ts';
import { followReachability } from './reachability.ts';

/**
 * Connects to the service behind the page's own server, if there is one, else to that at an address, or to the fake server
 * without one.
 *
 * @throws TypeError when the address is no absolute http(s) URL.
 */
export async function connect(service: string | undefined, observers: Observers): Promise<Connection> {
  const reachability = followReachability();
  const allObservers = both(observers, reachability.observers);
  const behind = serviceBehindPage();
  const baseUrl = behind === undefined ? service : location.origin + apiPath;
  if (baseUrl !== undefined) {
    const client = createClient({ baseUrl, ...credentialsFor(baseUrl), ...allObservers });
    const address = behind ?? new URL(baseUrl).host;
    return { client, address, fake: undefined, reachability, now: Date.now };
  }
  // In development the fake is behind MSW's worker, so that developer tools show its requests. The worker's part of MSW
  // is larger than the rest of the page, so the built page calls the same fake as a function.
  const { startDemo } = await (import.meta.env.DEV
    ? import('../demo/worker.ts')
    : import('../demo/in-page.ts'));
  const { fake, fetch } = await startDemo();
  return {
    client: createClient({ baseUrl: fake.baseUrl, fetch, ...allObservers }),
    address: 'Fake server',
    fake,
    reachability,
    now: () => fake.clock.now(),
  };
}
