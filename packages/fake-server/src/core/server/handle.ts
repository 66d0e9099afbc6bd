import type { FakeServer } from '../fake-server.ts';
import type { Worlds } from '../worlds/worlds.ts';

/**
 * The `handle` of a fake server, or of several, with the admin endpoints if they are enabled: those are loaded only then.
 */
export async function handleOf(
  served: FakeServer | Worlds | Pick<FakeServer, 'handle'>,
  admin: boolean | undefined,
): Promise<FakeServer['handle']> {
  if (!admin) return served.handle;
  const { withAdmin, withWorldsAdmin } = await import('./admin/admin.ts');
  if ('dispatch' in served) return withWorldsAdmin(served);
  // With `admin`, the types of `serve` and `createHandler` require a whole fake server.
  return withAdmin(served as FakeServer);
}
