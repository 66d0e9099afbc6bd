/** A service of its own for a test: a fake server on a port, which the page calls as it calls a real one. */
import { createFakeServer, type FakeServer, type FakeServerOptions } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { inject, onTestFinished } from 'vitest';

export interface Service {
  readonly fake: FakeServer;
  /** Parameter of the page's address that names it. */
  readonly parameter: string;
}

export async function startService(options: FakeServerOptions = {}): Promise<Service> {
  const fake = createFakeServer({ clock: Date.now, ...options });
  const { origin } = new URL(inject('explorer').built);
  const running = await serve(fake, { port: 0, corsOrigin: origin });
  onTestFinished(() => running.close());
  return { fake, parameter: `service=${encodeURIComponent(running.url)}` };
}
