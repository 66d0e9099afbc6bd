import { createFakeServer } from '@mock-services/fake-server/core';
import { behaviourSuite } from './suite.ts';

behaviourSuite('fake.fetch', (options) => {
  const fake = createFakeServer(options);
  return { fake, baseUrl: fake.baseUrl, fetch: fake.fetch, close: () => {} };
});
