/** Valid values, from which inputs are made by changing them. */
import { demoWorld } from '@mock-services/fake-server/core';
import { endpoints, expandPath, operationIds } from '@mock-services/sdk/contract';
import { input } from '../../packages/fake-server/test/support/samples.ts';

const demo = demoWorld();
const workspaces = demo.workspaces.slice(0, 2);

/** Two of everything. */
export const world = {
  mockServices: demo.mockServices.slice(0, 2),
  workspaces,
  activity: Object.fromEntries(workspaces.map(({ id }) => [id, (demo.activity[id] ?? []).slice(0, 2)])),
  configurations: demo.configurations,
};

export const ids = { mockServiceId: world.mockServices[0]?.id ?? '', workspaceId: workspaces[0]?.id ?? '' };

/** The path of every operation. */
export const paths = operationIds.map((id) => expandPath(endpoints[id].path, ids));

/** What a mock service is created or updated with. */
export const anInput = input();
