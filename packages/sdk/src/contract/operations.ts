/**
 * The nine operations of interface §4 as they go over the wire. This table is the only place that knows a
 * method or a path. It imports no schema, so that a client which has it does not have to load any;
 * `endpoints.ts` adds those.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** How an operation goes over the wire. */
export interface Operation {
  readonly method: Method;
  /** Path template relative to the base URL. */
  readonly path: string;
  /** The key that the body is nested under, as sent. */
  readonly bodyKey?: 'data';
  /** The key that the resource is nested under, as received. */
  readonly resultKey?: 'data';
}

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

const collection = '/configuration/mock-services';
const single = '/configuration/mock-service';
const activity = '/workspace/:workspaceId/activity';

export const operations = {
  listActivity: { method: 'GET', path: activity, resultKey: 'data' },
  clearActivity: { method: 'DELETE', path: activity },
  listMockServices: { method: 'GET', path: collection, resultKey: 'data' },
  getMockService: { method: 'GET', path: `${single}/:mockServiceId`, resultKey: 'data' },
  createMockService: { method: 'POST', path: single },
  updateMockService: {
    method: 'PUT',
    path: `${single}/:mockServiceId`,
    bodyKey: 'data',
    resultKey: 'data',
  },
  // The path of a delete has the plural segment, that of a read or an update the singular one.
  deleteMockService: { method: 'DELETE', path: `${collection}/:mockServiceId` },
  listWorkspaces: { method: 'GET', path: '/configuration/workspaces', resultKey: 'data' },
  getWorkspaceConfiguration: {
    method: 'GET',
    path: '/configuration/workspace/:workspaceId',
    resultKey: 'data',
  },
} as const satisfies Record<OperationId, Operation>;
