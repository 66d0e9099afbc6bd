/** What happens to a workspace when it expires: the interface does not say (§3). */
import { decode } from './json.ts';
import { toMilliseconds } from './instant.ts';
import { Problem } from './problem.ts';
import type { Rules } from './rules.ts';
import type { StoredWorkspace } from './stored.ts';
import type { World } from './world.ts';

/** The workspaces that are listed. */
export function listed(world: World, { onExpiry }: Rules): Iterable<StoredWorkspace> {
  const all = world.workspaces.values();
  return onExpiry === 'keep' ? all : Array.from(all).filter((workspace) => !hasExpired(world, workspace));
}

/** 410, where a workspace is gone once it has expired. */
export function refuseGone(world: World, { onExpiry }: Rules, workspaceId: string): Problem | undefined {
  if (onExpiry !== 'gone') return undefined;
  const workspace = world.workspaces.get(workspaceId);
  if (!workspace || !hasExpired(world, workspace)) return undefined;
  const problem = new Problem(410, 'The workspace has expired.');
  problem.breaksContract = false;
  return problem;
}

function hasExpired({ clock }: World, { json }: StoredWorkspace): boolean {
  return toMilliseconds(decode(json).expiresAt) <= clock.now();
}
