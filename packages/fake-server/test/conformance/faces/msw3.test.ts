import { setupServer } from 'msw/node';
import { createFakeServer } from '@mock-services/fake-server';
import { afterAll, beforeAll } from 'vitest';
import { conformanceSuite } from './suite.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterAll(() => server.close());

conformanceSuite('msw 3', () => {
  const fake = createFakeServer();
  server.use(...fake.handlers);
  return { baseUrl: fake.baseUrl, fetch, close: () => server.resetHandlers() };
});
