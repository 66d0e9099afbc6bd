import { createFakeServer, demoSeed } from '@mock-services/fake-server/core';
import { behaviorSuite } from './suite.ts';

behaviorSuite('fake.fetch', (options) => {
  const fake = createFakeServer({ seed: demoSeed(), ...options });
  return { fake, baseUrl: fake.baseUrl, fetch: fake.fetch, close: () => {} };
});
