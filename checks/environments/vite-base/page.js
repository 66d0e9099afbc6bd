import { startFake } from '@mock-services/fake-server/browser';
import { createClient } from '@mock-services/sdk';

const baseUrl = `${location.origin}/api`;

/** Resolves to the titles that the client reads, then to the status of a failing call. */
window.read = async (worker) => {
  const { fake, stop } = await startFake({ baseUrl, worker, seed: { mockServices: [{ title: 'Orders' }] } });
  const { mockServices } = createClient({ baseUrl, maxRetries: 0 });
  const titles = (await mockServices.list()).map(({ title }) => title);
  fake.faults.add({ operation: 'listMockServices', status: 503, times: 1 });
  const status = await mockServices.list().catch((error) => error.status);
  await stop();
  return [...titles, status];
};
