/** What happens to a workspace when it expires: the interface does not say (§3). */
import type { Workspace } from '@mock-services/sdk/contract';
import { decode, listEnvelope, type Json } from '../store/json.ts';
import { toMilliseconds } from '../time/instant.ts';
import { Problem } from '../http/problem.ts';
import type { OperationOptions } from '../variation/behaviour-options.ts';
import type { StoredWorkspace } from '../store/stored.ts';
import type { World } from '../store/world.ts';

/** The list of workspaces. */
export function listed(world: World, { onExpiry }: OperationOptions): Json<{ data: Workspace[] }> {
  if (onExpiry === 'keep') return world.lists.workspaces.text;
  const present = Array.from(world.workspaces.values()).filter((workspace) => !hasExpired(world, workspace));
  return listEnvelope(present.map(({ json }) => json));
}

/** 410, where a workspace is gone once it has expired. */
export function refuseGone(
  world: World,
  { onExpiry }: OperationOptions,
  workspaceId: string,
): Problem | undefined {
  if (onExpiry !== 'gone') return undefined;
  const workspace = world.workspaces.get(workspaceId);
  if (!workspace || !hasExpired(world, workspace)) return undefined;
  return new Problem(410, 'The workspace has expired.', { breaksContract: false });
}

function hasExpired({ clock }: World, { json }: StoredWorkspace): boolean {
  return toMilliseconds(decode(json).expiresAt) <= clock.now();
}
