import { startFake } from '@mock-services/fake-server/browser';
import { demoOptions, keepDemo, type Demo } from './demo.ts';

/** In development: a fake server behind MSW's service worker. */
export async function startDemo(): Promise<Demo> {
  const { fake } = await startFake({ ...demoOptions(), baseUrl: `${location.origin}/api` });
  keepDemo(fake);
  return { fake, fetch: undefined };
}
