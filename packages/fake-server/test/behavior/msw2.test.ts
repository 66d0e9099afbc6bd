/** Tests the handlers with MSW 2, which is installed under the name `msw2`. */
import { HttpHandler as HttpHandler2 } from 'msw2';
import { setupServer } from 'msw2/node';
import msw from 'msw/package.json' with { type: 'json' };
import { createFakeServer, demoSeed, type FakeServer } from '@mock-services/fake-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adapterSuite } from './adapters.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

adapterSuite('MSW 2', (options) => {
  const fake = createFakeServer({ seed: demoSeed(), ...options });
  server.use(...handlersOf(fake));
  return { fake, baseUrl: fake.baseUrl, fetch, close: () => server.resetHandlers() };
});

test('`fake.handlers` contains MSW 2 request handlers', () => {
  expect(msw.version).toMatch(/^2\./);
  for (const handler of createFakeServer({ seed: demoSeed() }).handlers)
    expect(handler).toBeInstanceOf(HttpHandler2);
});

/** Returns the handlers with the types of MSW 2, because the compiler resolves `msw` to MSW 3. */
function handlersOf(fake: FakeServer): HttpHandler2[] {
  const handlers: unknown[] = fake.handlers;
  return handlers.filter((handler) => handler instanceof HttpHandler2);
}
