import { createFakeServer, createHandler, demoSeed } from '@mock-services/fake-server/core';
import { adapterSuite } from './adapters.ts';

adapterSuite('createHandler', (options) => {
  const fake = createFakeServer({ seed: demoSeed(), ...options });
  const handler = createHandler(fake);
  const fetch = (input: RequestInfo | URL, init?: RequestInit) => handler(new Request(input, init));
  return { fake, baseUrl: fake.baseUrl, fetch, close: () => {} };
});
