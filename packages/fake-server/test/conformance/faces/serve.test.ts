import { createFakeServer } from '@mock-services/fake-server';
import { serve } from '@mock-services/fake-server/node';
import { conformanceSuite } from './suite.ts';

conformanceSuite('a port', async (options) => {
  const { url, close } = await serve(createFakeServer(options));
  return { baseUrl: url, fetch, close };
});
