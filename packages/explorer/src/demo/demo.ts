/** Demo mode: a fake server in the page replaces the service. A reload starts with new sample data. */
import { createExamples, createFakeServer, createHandler, demoSeed } from '@mock-services/fake-server/core';

export function startDemo() {
  const now = Date.now();
  const seed = demoSeed({ now });
  const [busy] = seed.workspaces;
  const log = createExamples({ now }).activity(2000, { since: busy?.createdAt });
  const fake = createFakeServer({
    seed: { ...seed, activity: { ...seed.activity, ...(busy && { [busy.id]: log }) } },
    clock: Date.now,
    journal: { maxEntries: 500, maxBytes: 1024 * 1024 },
  });
  const { baseUrl, fetch } = fake;
  const handler = createHandler(fake, { admin: true });
  const adminFetch = (url: string, init: RequestInit) => handler(new Request(url, init));
  return { baseUrl, fetch, adminFetch };
}
