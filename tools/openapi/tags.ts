import type { OperationId } from '../../packages/sdk/src/contract/index.ts';

export type Tag = 'mock services' | 'workspaces' | 'activity';

export const tags: readonly { readonly name: Tag; readonly description: string }[] = [
  { name: 'mock services', description: 'Configurations of mock services (§2.1 to §2.3).' },
  { name: 'workspaces', description: 'Workspaces and their configurations (§2.4).' },
  { name: 'activity', description: 'The log of recorded exchanges of each workspace (§2.5).' },
];

export const tagOf: Readonly<Record<OperationId, Tag>> = {
  listActivity: 'activity',
  clearActivity: 'activity',
  listMockServices: 'mock services',
  getMockService: 'mock services',
  createMockService: 'mock services',
  updateMockService: 'mock services',
  deleteMockService: 'mock services',
  listWorkspaces: 'workspaces',
  getWorkspaceConfiguration: 'workspaces',
};
