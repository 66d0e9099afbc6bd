/** The ids of the nine operations, in the order of the interface's table (§4). */
export const operationIds = [
  'listActivity',
  'clearActivity',
  'listMockServices',
  'getMockService',
  'createMockService',
  'updateMockService',
  'deleteMockService',
  'listWorkspaces',
  'getWorkspaceConfiguration',
] as const;

/** The id of one of the nine operations. */
export type OperationId = (typeof operationIds)[number];
