import { createFakeServer, createHandler } from '@mock-services/fake-server/core';
import { behaviorSuite } from './suite.ts';

behaviorSuite('createHandler', (options) => {
  const fake = createFakeServer(options);
  const handler = createHandler(fake);
  const fetch = (input: RequestInfo | URL, init?: RequestInit) => handler(new Request(input, init));
  return { fake, baseUrl: fake.baseUrl, fetch, close: () => {} };
});
