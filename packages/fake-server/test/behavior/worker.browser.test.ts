import { setupWorker } from 'msw/browser';
import { createFakeServer, demoSeed } from '@mock-services/fake-server';
import { afterAll, beforeAll } from 'vitest';
import { adapterSuite } from './adapters.ts';

const worker = setupWorker();
beforeAll(() => worker.start({ quiet: true, onUnhandledFrame: 'error' }));
afterAll(() => worker.stop());

adapterSuite('a service worker', (options) => {
  const fake = createFakeServer({ seed: demoSeed(), ...options });
  worker.use(...fake.handlers);
  return { fake, baseUrl: fake.baseUrl, fetch, close: () => worker.resetHandlers() };
});
