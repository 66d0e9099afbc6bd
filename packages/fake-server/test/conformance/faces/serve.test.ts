import { createFakeServer } from '@mock-services/fake-server';
import { serve } from '@mock-services/fake-server/node';
import { conformanceSuite } from './suite.ts';

conformanceSuite('a port', async () => {
  const { url, close } = await serve(createFakeServer());
  return { baseUrl: url, fetch, close };
});
