import { createClient } from '@mock-services/sdk';
import { apiPath } from '../../program/marks.ts';
import { createControl, detectControl, type FakeControl, type SendRequest } from '../fake/control.ts';
import type { Route } from '../route/route.tsx';
import type { Connection } from './connection.ts';
import { credentialsFor, type Credentials } from './credentials.ts';
import { followHealth } from './health.ts';
import { serviceBehindPage } from './program.ts';
import { urlBelow } from './url-below.ts';

/** Connection to a service, with a function that detects a fake server. */
export interface Connected {
  readonly connection: Omit<Connection, 'detectFake'>;
  /** Finds out whether the service is a fake server with admin endpoints. Never rejects. */
  readonly detectFake: () => Promise<FakeControl | undefined>;
}

/**
 * Connects to the service that the program was started with. If the program has no service, connects to the service in the
 * URL parameter. If the parameter is missing, starts the demo.
 *
 * @throws {TypeError} if the parameter is not an absolute http or https URL.
 */
export async function connect({ service, world }: Pick<Route, 'service' | 'world'>): Promise<Connected> {
  const behind = serviceBehindPage();
  const serviceUrl = behind === undefined ? service : location.origin + apiPath;
  return serviceUrl === undefined ? connectDemo() : connectService(serviceUrl, behind, world);
}

function connectService(
  serviceUrl: string,
  behind: string | undefined,
  world: string | undefined,
): Connected {
  const health = followHealth();
  const credentials = credentialsFor(serviceUrl);
  const worldUrl = world === undefined ? serviceUrl : urlBelow(serviceUrl, 'worlds', world);
  return {
    connection: {
      client: createClient({ baseUrl: worldUrl, ...credentials, ...health.observers }),
      address: behind ?? new URL(serviceUrl).host,
      world,
      isDemo: false,
      fake: undefined,
      health,
      now: Date.now,
    },
    detectFake: () => detectControl({ serviceUrl, worldUrl, fetch: fetchWith(credentials) }),
  };
}

/** Creates a `fetch` function that adds credentials to requests. */
function fetchWith({ token, headers = {} }: Credentials = {}): SendRequest {
  return (request) => {
    if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`);
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
    return fetch(request);
  };
}

async function connectDemo(): Promise<Connected> {
  const health = followHealth();
  // In development, MSW's worker handles the requests, so that the requests appear in the browser's developer tools. The
  // built page has no worker: the page calls the fake server as a function. Only the demo loads the code of the fake server.
  const { startDemo } = await (import.meta.env.DEV ? import('../demo/worker.ts') : import('../demo/demo.ts'));
  const { baseUrl, now, fetch, adminFetch } = await startDemo();
  const urls = { serviceUrl: baseUrl, worldUrl: baseUrl };
  const fake = createControl({ ...urls, fetch: adminFetch, hasWorlds: false });
  return {
    connection: {
      client: createClient({ baseUrl, fetch, ...health.observers }),
      address: 'Fake server',
      world: undefined,
      isDemo: true,
      fake,
      health,
      now,
    },
    detectFake: () => Promise.resolve(fake),
  };
}
