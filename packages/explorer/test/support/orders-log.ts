import type { StartService } from './harness.ts';

/** A service with a log of four exchanges, and the address of its log. */
export async function startLog(startService: StartService) {
  const { fake, logQuery } = await startService();
  const { id } = fake.workspaces.add({ name: 'Orders' });
  let second = 0;
  const record = (path: string, statusCode: number) =>
    fake.activity.record(id, {
      timestamp: new Date(Date.parse('2026-01-01T00:00:00Z') + (second += 1) * 1000).toISOString(),
      request: { path, headers: { authorization: 'Bearer secret-token' } },
      response: { statusCode, responseTimeMs: 20 },
    });
  for (const [path, status] of [
    ['/orders/1', 200],
    ['/orders/2', 404],
    ['/carts', 500],
    ['/orders/1/items', 200],
  ] as const)
    record(path, status);
  return { fake, id, record, query: logQuery(id) };
}
