/** Tests of the page that the program serves for a service. */
import { serveExplorer, type ExplorerOptions } from '@mock-services/explorer';
import type { FakeServer } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { inject } from 'vitest';
import { test as base } from './harness.ts';

/** The token that the services require. */
export const token = 'token-of-the-program';

/** A test with the program and services, which are closed after it. */
export const test = base.extend('serving', ({}, { onCleanup }) => {
  const running: { close: () => Promise<void> }[] = [];
  onCleanup(async () => {
    await Promise.all(running.map((one) => one.close()));
  });
  const kept = <One extends { close: () => Promise<void> }>(one: One): One => {
    running.push(one);
    return one;
  };
  return {
    /** The program over the built page. */
    explorer: async (options: ExplorerOptions) =>
      kept(await serveExplorer({ port: 0, page: inject('explorer').folder, ...options })),
    /** A fake server that requires a token, and allows no origin. */
    service: async (fake: FakeServer, port = 0) => {
      const { baseUrl } = fake;
      const handle: FakeServer['handle'] = (request) =>
        request.headers?.['authorization'] === `Bearer ${token}`
          ? fake.handle(request)
          : {
              status: 401,
              headers: { 'content-type': 'application/json', 'www-authenticate': 'Basic' },
              body: '{"why":"no token"}',
            };
      return kept(await serve({ baseUrl, handle }, { port }));
    },
  };
});
