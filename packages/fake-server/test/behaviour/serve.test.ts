import { createFakeServer } from '@mock-services/fake-server';
import { serve } from '@mock-services/fake-server/node';
import { behaviourSuite } from './suite.ts';

behaviourSuite('on a port', async (options) => {
  const { url, close } = await serve(createFakeServer(options));
  return { baseUrl: url, fetch, close };
});
