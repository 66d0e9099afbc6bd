import { createFakeServer, createWorlds } from '@mock-services/fake-server';
import { serve } from '@mock-services/fake-server/node';
import { conformanceSuite } from './suite.ts';

const worlds = createWorlds({ create: () => createFakeServer() });

conformanceSuite('a world on a port', async () => {
  const { url, close } = await serve(worlds);
  return { baseUrl: `${url}/worlds/conformance`, fetch, close };
});

conformanceSuite('a world that a header names', async () => {
  const { url, close } = await serve(worlds);
  const inWorld = (input: string, init?: RequestInit) => {
    const headers = new Headers(init?.headers);
    headers.set('x-mock-services-world', 'by-header');
    return fetch(input, { ...init, headers });
  };
  return { baseUrl: url, fetch: inWorld, close };
});
