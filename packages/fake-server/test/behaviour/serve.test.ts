import { createFakeServer } from '@mock-services/fake-server';
import { serve } from '@mock-services/fake-server/node';
import { behaviourSuite } from './suite.ts';

behaviourSuite('on a port', async (options) => {
  const fake = createFakeServer(options);
  const { url, close } = await serve(fake);
  return { fake, baseUrl: url, fetch, close };
});
