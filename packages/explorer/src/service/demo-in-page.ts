import { createFakeServer, type FakeServer } from '@mock-services/fake-server/core';
import { demoOptions, type Demo } from './demo.ts';

const key = 'explorer:world';

/** In the built page: a fake server called as a function, whose state survives reloads. */
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
    // `restore` validates it.
    fake.restore(JSON.parse(kept) as ReturnType<FakeServer['snapshot']>);
  } catch {
    sessionStorage.removeItem(key);
  }
}

function save(fake: FakeServer): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(fake.snapshot()));
  } catch {
    // It exceeds the storage: the next visit starts with the sample world.
    sessionStorage.removeItem(key);
  }
}
