import { startFake } from '@mock-services/fake-server/browser';
import { demoOf, demoOptions, type Demo } from './demo.ts';

/** Starts a fake server with MSW's service worker. Used only in development. */
export async function startDemo(): Promise<Demo> {
  const { fake } = await startFake({ ...demoOptions(), baseUrl: `${location.origin}/api` });
  return demoOf(fake, undefined);
}
