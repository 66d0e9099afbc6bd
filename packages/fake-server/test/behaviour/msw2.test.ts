/** Runs with `msw` resolved to msw 2, which is installed as `msw2`. */
import { HttpHandler as HttpHandler2 } from 'msw2';
import { setupServer } from 'msw2/node';
import msw from 'msw/package.json' with { type: 'json' };
import { createFakeServer, type FakeServer } from '@mock-services/fake-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { input } from '../support/samples.ts';
import { behaviourSuite } from './suite.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

behaviourSuite('msw 2', (options) => {
  const fake = createFakeServer(options);
  server.use(...handlersOf(fake));
  return { fake, baseUrl: fake.baseUrl, fetch, close: () => server.resetHandlers() };
});

test('this face runs on msw 2', () => {
  expect(msw.version).toMatch(/^2\./);
  for (const handler of createFakeServer().handlers) expect(handler).toBeInstanceOf(HttpHandler2);
});

test('two servers share a fake server, which performs each request once', async () => {
  const fake = createFakeServer();
  const other = setupServer(...handlersOf(fake));
  other.listen();
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input()),
  };
  expect((await fetch(`${fake.baseUrl}/configuration/mock-service`, init)).status).toBe(201);
  expect((await fetch(`${fake.baseUrl}/configuration/workspaces`)).status).toBe(200);
  other.close();
  expect(fake.journal.entries.map(({ status }) => status)).toEqual([201, 200]);
});

/** The types are those of msw 3, which is `msw` for the compiler; the handlers were made by msw 2. */
function handlersOf(fake: FakeServer): HttpHandler2[] {
  const handlers: unknown[] = fake.handlers;
  return handlers.filter((handler) => handler instanceof HttpHandler2);
}
