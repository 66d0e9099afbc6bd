/** The operations on workspaces and their activity (§4, rows 1, 2, 8 and 9). */
import { Problem } from '../http/problem.ts';
import { decode, envelope } from '../store/json.ts';
import type { WorkspaceRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { toMilliseconds } from '../time/instant.ts';
import type { Call, Resolver } from './resolver.ts';
import { unknownId } from './unknown-id.ts';

export const listWorkspaces: Resolver<'listWorkspaces'> = ({ lists, options }) =>
  options.onExpiry === 'keep' ? lists.workspaces : lists.unexpiredWorkspaces;

export const getWorkspaceConfiguration: Resolver<'getWorkspaceConfiguration'> = (call) => {
  const { params, store } = call;
  const found = store.workspaces.rows.get(params.workspaceId);
  if (!found) return unknownId('workspace', params.workspaceId);
  return gone(call) ?? envelope(found.configuration);
};

export const listActivity: Resolver<'listActivity'> = (call) => {
  const { params, lists } = call;
  return gone(call) ?? lists.activity(params.workspaceId) ?? unknownId('workspace', params.workspaceId);
};

export const clearActivity: Resolver<'clearActivity'> = (call) => {
  const { params, store } = call;
  const problem = gone(call);
  if (problem) return problem;
  return store.activity.clear(params.workspaceId) ? undefined : unknownId('workspace', params.workspaceId);
};

/** 410 where a workspace is gone once it has expired. What happens then, the interface does not say (§3). */
function gone({
  params,
  store,
  options,
}: Pick<Call<'listActivity'>, 'params' | 'store' | 'options'>): Problem | undefined {
  if (options.onExpiry !== 'gone') return undefined;
  const workspace = store.workspaces.rows.get(params.workspaceId);
  if (!workspace || !hasExpired(store, workspace)) return undefined;
  return new Problem(410, 'The workspace has expired.', { breaksContract: false });
}

function hasExpired(store: Store, { json }: WorkspaceRow): boolean {
  return toMilliseconds(decode(json).expiresAt) <= store.now();
}
