import { createFakeServer, type FakeServer } from '@mock-services/fake-server/core';
import { demoOptions, type Demo } from './demo.ts';

const key = 'explorer:world';

/** In the built page: a fake server that is called as a function, kept across reloads. */
export function startDemo(): Promise<Demo> {
  const fake = createFakeServer(demoOptions());
  restore(fake);
  addEventListener('pagehide', () => {
    save(fake);
  });
  return Promise.resolve({ fake, fetch: fake.fetch });
}

function restore(fake: FakeServer): void {
  const kept = sessionStorage.getItem(key);
  if (kept === null) return;
  try {
    // What it really is, is for `restore` to find out.
    fake.restore(JSON.parse(kept) as ReturnType<FakeServer['snapshot']>);
  } catch {
    sessionStorage.removeItem(key);
  }
}

function save(fake: FakeServer): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(fake.snapshot()));
  } catch {
    // More than the storage holds: the next visit begins with the sample world.
    sessionStorage.removeItem(key);
  }
}
