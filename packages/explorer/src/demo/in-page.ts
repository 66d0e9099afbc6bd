import { createFakeServer } from '@mock-services/fake-server/core';
import { demoOptions, keepDemo, type Demo } from './demo.ts';

/** In the built page: a fake server called as a function. */
export function startDemo(): Promise<Demo> {
  const fake = createFakeServer(demoOptions());
  keepDemo(fake);
  return Promise.resolve({ fake, fetch: fake.fetch });
}
