import { connectFake, type ConnectOptions, type RemoteFake } from '@mock-services/fake-server/core';

export interface FakeControl extends RemoteFake {
  readonly hasWorlds: boolean;
}

interface ServiceOptions extends Pick<ConnectOptions, 'world'> {
  /** Base URL of the service, without a world. */
  readonly serviceUrl: string;
  readonly fetch: NonNullable<ConnectOptions['fetch']>;
}

/** Resolves to `null` if the service has no admin endpoints or does not respond in time. */
export async function detectFake({ serviceUrl, world, fetch }: ServiceOptions): Promise<FakeControl | null> {
  try {
    const response = await fetch(`${serviceUrl.replace(/\/$/, '')}/__fake/`, {
      signal: AbortSignal.timeout(15_000),
      // Reject redirects, so that credentials are never sent to another origin.
      redirect: 'error',
      cache: 'no-store',
    });
    const list: unknown = await response.json();
    const { servedBy, calls } = list as { servedBy?: unknown; calls: object };
    if (!response.ok || servedBy !== '@mock-services/fake-server') return null;
    return { ...connectFake(serviceUrl, { world, fetch }), hasWorlds: 'listWorlds' in calls };
  } catch {
    return null;
  }
}
