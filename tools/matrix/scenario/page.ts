/** The scenario in a page: also through the fake behind MSW's worker, which is loaded on demand. */
import { createFakeServer, replayHandlers } from '@mock-services/fake-server';
import type { StartedFake } from '@mock-services/fake-server/browser';
import { equal } from './check.ts';
import { report, worldOf, type Face } from './index.ts';

/** Runs and reports the scenario. The address of the page may name an inbox other than its own server. */
export async function reportFromPage(): Promise<void> {
  const inbox = new URLSearchParams(location.search).get('inbox') ?? location.origin;
  // What a bundler has to find in the packages, used as a page would.
  if (createFakeServer().handlers.length + replayHandlers([]).length === 0) throw new Error('no handlers');
  await report(inbox, workerFace());
}

/** Rejections that nobody handled; each would be an error in the console of an application. */
function unhandledRejections(): readonly string[] {
  const reasons: string[] = [];
  addEventListener('unhandledrejection', ({ reason }) => reasons.push(String(reason)));
  return reasons;
}

/** Started by the first check, so that no worker is in the way of those before. */
function workerFace(): Face {
  const baseUrl = `${location.origin}/api`;
  const rejections = unhandledRejections();
  let started: StartedFake | undefined;
  const start = async (): Promise<StartedFake> => {
    const { startFake } = await import('@mock-services/fake-server/browser');
    return startFake({ baseUrl });
  };
  return {
    name: 'worker',
    open: async () => {
      started ??= await start();
      started.fake.reset();
      return worldOf(started.fake, { baseUrl });
    },
    close: async () => {
      await started?.stop();
      equal(rejections, []);
    },
  };
}
