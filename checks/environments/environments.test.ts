/** Uses the packed packages in each environment that the docs name. Many defects do not show in plain Node. */
import { createFakeServer, createWorlds, demoSeed } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { beforeAll, inject, test } from 'vitest';
import { failureIn } from './fixture.ts';
import { fixtures } from './list.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether to run the fixtures of the gate, or those that only the nightly run has time for. */
    isGate: boolean;
  }
}

let url: string;
beforeAll(async () => {
  const worlds = createWorlds({ create: () => createFakeServer({ seed: demoSeed() }) });
  const running = await serve(worlds, { admin: true, corsOrigin: '*' });
  url = running.url;
  return () => running.close({ grace: 0 });
});

const tarballs = inject('packed').map(({ tarball }) => tarball);

test.concurrent.for(fixtures(inject('isGate')))(
  'the packages work in the fixture $name',
  async (fixture, { expect }) => {
    expect(await failureIn(fixture, tarballs, url)).toBe('');
  },
);
