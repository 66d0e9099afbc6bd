import { HttpHandler } from 'msw';
import { setupServer } from 'msw/node';
import msw from 'msw/package.json' with { type: 'json' };
import { createFakeServer, demoSeed } from '@mock-services/fake-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adapterSuite } from './adapters.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterAll(() => server.close());

adapterSuite('MSW 3', (options) => {
  const fake = createFakeServer({ seed: demoSeed(), ...options });
  server.use(...fake.handlers);
  return { fake, baseUrl: fake.baseUrl, fetch, close: () => server.resetHandlers() };
});

test('`fake.handlers` contains request handlers for MSW 3', () => {
  expect(msw.version).toMatch(/^3\./);
  for (const handler of createFakeServer({ seed: demoSeed() }).handlers)
    expect(handler).toBeInstanceOf(HttpHandler);
});
