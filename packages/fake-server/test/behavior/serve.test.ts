import { createFakeServer, demoSeed } from '@mock-services/fake-server';
import { serve } from '@mock-services/fake-server/node';
import { adapterSuite } from './adapters.ts';

adapterSuite('a port', async (options) => {
  const fake = createFakeServer({ seed: demoSeed(), ...options });
  const { url, close } = await serve(fake);
  return { fake, baseUrl: url, fetch, close };
});
