/** This module runs the scenario in a page. The page loads MSW's worker when a check needs the worker. */
import { createFakeServer } from '@mock-services/fake-server';
import type { StartedFake } from '@mock-services/fake-server/browser';
import { report } from './index.ts';
import { equal, worldOf, type Adapter } from './world.ts';

/**
 * Runs the scenario and reports its results. The query of the page's URL may contain the URL of an inbox on another
 * origin.
 */
export async function reportFromPage(): Promise<void> {
  const inbox = new URLSearchParams(location.search).get('inbox') ?? location.origin;
  // The MSW handlers of the main entry point are used, so that bundlers must include the handlers.
  if (createFakeServer().handlers.length === 0) throw new Error('The MSW handlers are missing.');
  await report(inbox, workerAdapter());
}

/**
 * Creates an adapter that starts MSW's worker in its first check. The worker must not intercept requests of other
 * adapters.
 */
function workerAdapter(): Adapter {
  const baseUrl = `${location.origin}/api`;
  const unhandled: string[] = [];
  addEventListener('unhandledrejection', ({ reason }) => unhandled.push(String(reason)));
  let started: StartedFake | undefined;
  return {
    name: 'worker',
    open: async () => {
      if (started === undefined) {
        const { startFake } = await import('@mock-services/fake-server/browser');
        const { demoSeed } = await import('@mock-services/fake-server/demo');
        started = await startFake({ baseUrl, seed: demoSeed() });
      }
      started.fake.reset();
      return worldOf(started.fake, { baseUrl });
    },
    close: async () => {
      await started?.stop();
      equal(unhandled, []);
    },
  };
}
