/** What the operations on workspaces and their activity do (§4, rows 1, 2, 8 and 9). */
import { listed, refuseGone } from './expiry.ts';
import { envelope, listEnvelope } from '../store/json.ts';
import { Log } from '../store/log.ts';
import type { Resolver } from './resolver.ts';
import { unknownId } from './unknown-id.ts';

export const listWorkspaces: Resolver<'listWorkspaces'> = ({ world, options }) => listed(world, options);

export const getWorkspaceConfiguration: Resolver<'getWorkspaceConfiguration'> = ({
  params,
  world,
  options,
}) => {
  const gone = refuseGone(world, options, params.workspaceId);
  if (gone) return gone;
  const found = world.workspaces.get(params.workspaceId);
  return found ? envelope(found.configuration) : unknownId('workspace', params.workspaceId);
};

export const listActivity: Resolver<'listActivity'> = ({ params, world, options }) => {
  const gone = refuseGone(world, options, params.workspaceId);
  if (gone) return gone;
  const log = world.activity.get(params.workspaceId);
  return log ? listEnvelope(log) : unknownId('workspace', params.workspaceId);
};

export const clearActivity: Resolver<'clearActivity'> = ({ params, world, options }) => {
  const gone = refuseGone(world, options, params.workspaceId);
  if (gone) return gone;
  if (!world.activity.has(params.workspaceId)) return unknownId('workspace', params.workspaceId);
  world.activity.set(params.workspaceId, Log.empty);
  world.clock.stamp();
  return undefined;
};
