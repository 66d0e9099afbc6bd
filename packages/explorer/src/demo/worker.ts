import { startFake } from '@mock-services/fake-server/browser';
import { demoOf, demoOptions, type Demo } from './demo.ts';

/** In development: a fake server behind MSW's service worker. */
export async function startDemo(): Promise<Demo> {
  const { fake } = await startFake({ ...demoOptions(), baseUrl: `${location.origin}/api` });
  return demoOf(fake, undefined);
}
