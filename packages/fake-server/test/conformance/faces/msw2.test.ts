/** Runs with `msw` resolved to msw 2, which is installed as `msw2`. */
import { HttpHandler } from 'msw2';
import { setupServer } from 'msw2/node';
import { createFakeServer } from '@mock-services/fake-server';
import { afterAll, beforeAll } from 'vitest';
import { conformanceSuite } from './suite.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

conformanceSuite('msw 2', () => {
  const fake = createFakeServer();
  // The compiler resolves `msw` to msw 3, and types them as its handlers.
  const handlers: unknown[] = fake.handlers;
  server.use(...handlers.filter((handler) => handler instanceof HttpHandler));
  return { baseUrl: fake.baseUrl, fetch, close: () => server.resetHandlers() };
});
