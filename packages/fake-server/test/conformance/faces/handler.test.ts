import { createFakeServer, createHandler } from '@mock-services/fake-server/core';
import { conformanceSuite } from './suite.ts';

conformanceSuite('createHandler', () => {
  const fake = createFakeServer();
  const handler = createHandler(fake);
  const fetch = (url: string, init?: RequestInit) => handler(new Request(url, init));
  return { baseUrl: fake.baseUrl, fetch, close: () => {} };
});
