/** Starts a fake server on a port. The page calls it like a real service. */
import { createFakeServer, type FakeServer, type FakeServerOptions } from '@mock-services/fake-server/core';
import { demoSeed } from '@mock-services/fake-server/demo';
import { serve } from '@mock-services/fake-server/node';

export interface Service {
  readonly fake: FakeServer;
  /** Query string that opens the page for this service. */
  readonly query: string;
  /** Returns the query string that opens the log of a workspace. The default is the first workspace. */
  readonly logQuery: (workspace?: string) => string;
  readonly close: () => Promise<void>;
}

/** @param corsOrigin - Origin of the page. */
export async function serviceFor(corsOrigin: string, options: FakeServerOptions = {}): Promise<Service> {
  const fake = createFakeServer({ clock: Date.now, seed: demoSeed({ now: Date.now() }), ...options });
  const running = await serve(fake, { port: 0, corsOrigin });
  const query = `?service=${encodeURIComponent(running.url)}`;
  return {
    fake,
    query,
    logQuery: (workspace = fake.workspaces.list()[0]?.id ?? '') =>
      `${query}&view=activity&workspace=${workspace}`,
    close: () => running.close(),
  };
}

/** Workspace with a log of four exchanges. */
export type Orders = ReturnType<typeof addOrders>;

export function addOrders({ fake, logQuery }: Service) {
  const { id } = fake.workspaces.add({ name: 'Orders' });
  let second = 0;
  const record = (path: string, statusCode: number) =>
    fake.activity.record(id, {
      timestamp: new Date(Date.parse('2026-01-01T00:00:00Z') + (second += 1) * 1000).toISOString(),
      request: { path, headers: { authorization: 'Bearer secret-token' } },
      response: { statusCode, responseTimeMs: 20 },
    });
  record('/orders/1', 200);
  record('/orders/2', 404);
  record('/carts', 500);
  record('/orders/1/items', 200);
  return { fake, id, record, query: logQuery(id) };
}
