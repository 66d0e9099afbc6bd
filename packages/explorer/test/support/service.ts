/** A service for a test: a fake server on a port, which the page calls like a real one. */
import { createFakeServer, type FakeServer, type FakeServerOptions } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';

export interface Service {
  readonly fake: FakeServer;
  /** The parameter of the page's address for this service. */
  readonly parameter: string;
  /** Query of the page's address for the log of a workspace, by default the first one. */
  readonly logQuery: (workspace?: string) => string;
  readonly close: () => Promise<void>;
}

/** @param corsOrigin - Origin of the page. */
export async function serviceFor(corsOrigin: string, options: FakeServerOptions = {}): Promise<Service> {
  const fake = createFakeServer({ clock: Date.now, ...options });
  const running = await serve(fake, { port: 0, corsOrigin });
  const parameter = `service=${encodeURIComponent(running.url)}`;
  return {
    fake,
    parameter,
    logQuery: (workspace = fake.workspaces.list()[0]?.id ?? '') =>
      `?${parameter}&view=activity&workspace=${workspace}`,
    close: () => running.close(),
  };
}
