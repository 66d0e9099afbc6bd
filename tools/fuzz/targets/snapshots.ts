/** `restore`: a snapshot is restored as a whole, or rejected with a SnapshotError that changes nothing. */
import { createFakeServer, isSnapshotError, type Snapshot } from '@mock-services/fake-server/core';
import { near } from '../mutation.ts';
import { anInput, paths, world } from '../samples.ts';
import { attempt, checkServes, fail, type Target } from '../target.ts';

const fake = createFakeServer({ seed: world, journal: { maxEntries: 3 } });

function withHistory(): Snapshot {
  fake.faults.add({ operation: 'getMockService', status: 503, times: 2, headers: { 'x-odd': '1' } });
  fake.faults.add({ operation: ['listWorkspaces'], delay: '1ms', after: 1 });
  for (const path of paths) fake.handle({ method: 'GET', path, headers: { accept: '*/*' } });
  const headers = { 'content-type': 'application/json' };
  fake.handle({
    method: 'POST',
    path: '/configuration/mock-service',
    headers,
    body: JSON.stringify(anInput),
  });
  return fake.snapshot();
}

const initial = fake.snapshot();
const later = withHistory();

export const snapshots: Target<unknown> = {
  inputs: near(initial, later),
  check: (input) => {
    fake.restore(later);
    const before = JSON.stringify(fake.snapshot());
    const restored = attempt(() => {
      fake.restore(input as Snapshot);
      return true;
    }, isSnapshotError);
    const text = JSON.stringify(fake.snapshot());
    if (!restored && text !== before) fail('the world changed although the snapshot was rejected');
    fake.restore(JSON.parse(text) as Snapshot);
    if (JSON.stringify(fake.snapshot()) !== text)
      fail('a snapshot of what was restored restores something else');
    fake.faults.clear();
    checkServes(fake);
  },
};
