import type { FakeServer } from '../fake-server.ts';

/** The `handle` of a fake server, with the admin endpoints if they are enabled: those are loaded only then. */
export async function handleOf(
  fake: FakeServer | Pick<FakeServer, 'handle'>,
  admin: boolean | undefined,
): Promise<FakeServer['handle']> {
  if (!admin) return fake.handle;
  const { withAdmin } = await import('./admin/admin.ts');
  // With `admin`, the types of `serve` and `createHandler` require a whole fake server.
  return withAdmin(fake as FakeServer);
}
