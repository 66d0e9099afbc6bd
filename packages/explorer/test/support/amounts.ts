/** Sample data in realistic amounts: 150 mock services, 40 workspaces, and a log of 5,000 exchanges. */
import { createExamples, type FakeServer } from '@mock-services/fake-server/core';

/** Fills a fake server, and returns the id of the workspace with the long log. */
export function fill(fake: FakeServer, { count = 5000, now = Date.now() } = {}): string {
  const day = 86_400_000;
  const at = (days: number) => new Date(now + days * day).toISOString();
  for (let number = 1; number <= 150; number += 1)
    fake.mockServices.add({
      title: `${number % 3 === 0 ? 'Bestände Süd' : 'Orders'} ${String(number).padStart(3, '0')}${number === 150 ? ' 🚚' : ''}`,
      createdAt: at(-number),
      updatedAt: at(-number / 3),
      config: { upstreams: [{ name: 'live', url: `https://orders-${number}.example` }] },
    });
  for (let number = 1; number <= 39; number += 1)
    fake.workspaces.add({
      name: `Team ${String(number).padStart(2, '0')}`,
      createdAt: at(-number),
      expiresAt: at(number % 8 === 0 ? -1.5 : number / 4),
    });
  const { id } = fake.workspaces.add({ name: 'Checkout', createdAt: at(-6), expiresAt: at(8) });
  const log = createExamples({ now }).activity(count, { since: now - 3_600_000 });
  for (const entry of log) fake.activity.record(id, entry);
  return id;
}
