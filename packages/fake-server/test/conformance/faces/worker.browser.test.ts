import { setupWorker } from 'msw/browser';
import { createFakeServer } from '@mock-services/fake-server';
import { afterAll, beforeAll } from 'vitest';
import { conformanceSuite } from './suite.ts';

const worker = setupWorker();
beforeAll(() => worker.start({ quiet: true, onUnhandledFrame: 'error' }));
afterAll(() => worker.stop());

conformanceSuite('service worker', () => {
  const fake = createFakeServer();
  worker.use(...fake.handlers);
  return { baseUrl: fake.baseUrl, fetch, close: () => worker.resetHandlers() };
});
