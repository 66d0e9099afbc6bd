import { HttpHandler } from 'msw';
import { setupServer } from 'msw/node';
import msw from 'msw/package.json' with { type: 'json' };
import { createFakeServer } from '@mock-services/fake-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { behaviourSuite } from './suite.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterAll(() => server.close());

behaviourSuite('msw 3', (options) => {
  const fake = createFakeServer(options);
  server.use(...fake.handlers);
  return { fake, baseUrl: fake.baseUrl, fetch, close: () => server.resetHandlers() };
});

test('this face runs on msw 3', () => {
  expect(msw.version).toMatch(/^3\./);
  for (const handler of createFakeServer().handlers) expect(handler).toBeInstanceOf(HttpHandler);
});
