import { startFake } from '@mock-services/fake-server/browser';
import { demoOptions, type Demo } from './demo.ts';

/** In development: a fake server behind MSW's service worker, whose state survives reloads. */
export async function startDemo(): Promise<Demo> {
  const baseUrl = `${location.origin}/api`;
  const { fake } = await startFake({ ...demoOptions(), baseUrl, persist: 'explorer' });
  return { fake, fetch: undefined };
}
