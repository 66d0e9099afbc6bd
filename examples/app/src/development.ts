/** The service during development: a fake server in the page, behind the service worker of MSW. */
import { startFake } from '@mock-services/fake-server/browser';
import { demoSeed } from '@mock-services/fake-server/core';
import { scenarios } from './scenarios.ts';

/** Resolves when requests to `baseUrl` reach the fake server. It keeps its data when the page reloads. */
export async function startDevelopment(baseUrl: string): Promise<void> {
  const { fake } = await startFake({
    baseUrl,
    seed: demoSeed(),
    scenarios,
    clock: Date.now,
    persist: true,
    panel: true,
  });

  // In place of the real traffic, the first workspace records a failed payment every ten seconds.
  const [workspace] = fake.workspaces.list();
  const record = () =>
    workspace &&
    fake.activity.record(workspace.id, {
      request: { method: 'POST', url: 'https://payments.example.com/payments', body: { amount: 1250 } },
      response: { statusCode: 503, responseTimeMs: 1200 },
    });
  setInterval(record, 10_000);
}
