/** A service of its own for a test: a fake server on a port, which the page calls as it calls a real one. */
import { createFakeServer, type FakeServer, type FakeServerOptions } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';

export interface Service {
  readonly fake: FakeServer;
  /** Parameter of the page's address that names it. */
  readonly parameter: string;
  /** What stands behind the page's address to see the log of a workspace: of the first one, if nothing is said. */
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
