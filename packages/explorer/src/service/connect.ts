import { createClient } from '@mock-services/sdk';
import { apiPath } from '../../program/marks.ts';
import type { Connection } from './connection.ts';
import { credentialsFor } from './credentials.ts';
import { followHealth } from './health.ts';
import { serviceBehindPage } from './program.ts';

/**
 * Connects to the service behind the page's own server. Without such a server, connects to the service at an address, or to a
 * fake server if there is no address.
 *
 * @throws {TypeError} if the address is not an absolute http or https URL.
 */
export async function connect(service: string | undefined): Promise<Connection> {
  const health = followHealth();
  const behind = serviceBehindPage();
  const baseUrl = behind === undefined ? service : location.origin + apiPath;
  if (baseUrl !== undefined) {
    const client = createClient({ baseUrl, ...credentialsFor(baseUrl), ...health.observers });
    const address = behind ?? new URL(baseUrl).host;
    return { client, address, fake: undefined, health, now: Date.now };
  }
  // In development the fake server is behind MSW's worker, so that developer tools show its requests. The built page has no
  // worker: it calls the same fake server as a function, and loads it only if it has no service.
  const { startDemo } = await (import.meta.env.DEV ? import('../demo/worker.ts') : import('../demo/demo.ts'));
  const { fake, fetch } = await startDemo();
  return {
    client: createClient({ baseUrl: fake.baseUrl, fetch, ...health.observers }),
    address: 'Fake server',
    fake,
    health,
    now: () => fake.clock.now(),
  };
}
