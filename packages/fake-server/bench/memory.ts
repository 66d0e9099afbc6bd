import type { Figure } from './figure.ts';
import { heapUsed } from './measure.ts';
import { handling, pathOf, worldOf } from './worlds.ts';
import { createFakeServer } from '@mock-services/fake-server';

/** What a log takes, to the JSON that it is. */
export function log(): Figure {
  const fake = createFakeServer({ seed: {}, maxActivityEntries: Number.POSITIVE_INFINITY });
  const { id } = fake.workspaces.add();
  const body = 'x'.repeat(300);
  const record = (path: string) => fake.activity.record(id, { request: { path, body }, response: { body } });
  const text = JSON.stringify(record('/warm-up')).length;
  const before = heapUsed();
  const entries = 100_000;
  for (let i = 0; i < entries; i += 1) record(`/products/${i}`);
  const measured = (heapUsed() - before) / (entries * text);
  fake.activity.clear(id);
  return {
    name: `100,000 exchanges of ${text} bytes, to their JSON`,
    measured,
    limit: 2.5,
    bound: 'at most',
  };
}

/** A million requests leave no more behind than the first thousands. */
export function journal(): Figure {
  const fake = worldOf(10);
  const send = handling(fake, `${pathOf('listMockServices')}?${'x'.repeat(1000)}`);
  send(20_000);
  const before = heapUsed();
  send(1_000_000);
  const measured = heapUsed() / before;
  fake.reset();
  return {
    name: 'heap after 1,000,000 requests, to that after 20,000',
    measured,
    limit: 1.05,
    bound: 'at most',
  };
}
