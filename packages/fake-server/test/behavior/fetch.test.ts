import { createFakeServer } from '@mock-services/fake-server/core';
import { demoSeed } from '@mock-services/fake-server/demo';
import { behaviorSuite } from './suite.ts';

behaviorSuite('fake.fetch', (options) => {
  const fake = createFakeServer({ seed: demoSeed(), ...options });
  return { fake, baseUrl: fake.baseUrl, fetch: fake.fetch, close: () => {} };
});
