/** Demo mode: a fake server in the page replaces the service. A reload starts with new sample data. */
import { createFakeServer, createHandler } from '@mock-services/fake-server/core';
import { demoSeed } from '@mock-services/fake-server/demo';

export function startDemo() {
  const fake = createFakeServer({
    seed: demoSeed({ now: Date.now() }),
    clock: Date.now,
    journal: { maxEntries: 500, maxBytes: 1024 * 1024 },
  });
  const { baseUrl, fetch } = fake;
  const handler = createHandler(fake, { admin: true });
  const adminFetch = (url: string, init: RequestInit) => handler(new Request(url, init));
  return { baseUrl, fetch, now: () => fake.clock.now(), adminFetch };
}
