/** The scenario in a page. It also runs through MSW's worker, which is loaded on demand. */
import { createFakeServer, replayHandlers } from '@mock-services/fake-server';
import type { StartedFake } from '@mock-services/fake-server/browser';
import { report } from './index.ts';
import { equal, worldOf, type Adapter } from './world.ts';

/** Runs the scenario and reports it. The query of the page may name an inbox on another origin. */
export async function reportFromPage(): Promise<void> {
  const inbox = new URLSearchParams(location.search).get('inbox') ?? location.origin;
  // Bundlers must resolve the MSW handlers of the main entry point.
  if (createFakeServer().handlers.length + replayHandlers([]).length === 0) throw new Error('no handlers');
  await report(inbox, workerAdapter());
}

/** Starts MSW's worker in the first check, so that it does not intercept requests of other adapters. */
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
