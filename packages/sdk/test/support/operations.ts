import type { Client, OperationId, RequestOptions } from '@mock-services/sdk';
import type { DataOf, endpoints } from '@mock-services/sdk/contract';
import type { Queries, ServiceQuery } from '@mock-services/sdk/query';
import { aMockService, anEntry, anInput, aWorkspace, mockServiceId, workspaceId } from './fixtures.ts';

interface Case<Data> {
  readonly call: (client: Client, options?: RequestOptions) => Promise<Data>;
  /** The query that calls a read, and its key without the prefix. */
  readonly query?: { readonly of: (queries: Queries) => ServiceQuery<Data>; readonly key: string[] };
  readonly method: string;
  readonly path: string;
  /** Expected request body, or `undefined` for none. */
  readonly sent: unknown;
  readonly status: number;
  /** Response body, or `undefined` for none. */
  readonly received: unknown;
  readonly result: Data;
}

export interface OperationCase extends Case<unknown> {
  readonly operation: OperationId;
}

/** The compiler asks for a case of each operation, and for a query of each that reads. */
type Cases = {
  readonly [Id in OperationId]: Case<DataOf<Id>> &
    ((typeof endpoints)[Id]['method'] extends 'GET' ? { readonly query: object } : unknown);
};

const mockService = aMockService();

/** The expected values are written by hand, so that they are independent of the contract. */
const cases: Cases = {
  listActivity: {
    call: (client, options) => client.activity.list(workspaceId, options),
    query: {
      of: (queries) => queries.activity.list(workspaceId.toUpperCase()),
      key: ['activity', 'list', workspaceId],
    },
    method: 'GET',
    path: `/workspace/${workspaceId}/activity`,
    sent: undefined,
    status: 200,
    received: { data: [anEntry()] },
    result: [anEntry()],
  },
  clearActivity: {
    call: (client, options) => client.activity.clear(workspaceId, options),
    method: 'DELETE',
    path: `/workspace/${workspaceId}/activity`,
    sent: undefined,
    status: 200,
    received: undefined,
    result: undefined,
  },
  listMockServices: {
    call: (client, options) => client.mockServices.list(options),
    query: { of: (queries) => queries.mockServices.list(), key: ['mockServices', 'list'] },
    method: 'GET',
    path: '/configuration/mock-services',
    sent: undefined,
    status: 200,
    received: { data: [mockService] },
    result: [mockService],
  },
  getMockService: {
    call: (client, options) => client.mockServices.get(mockServiceId, options),
    query: {
      of: (queries) => queries.mockServices.get(mockServiceId),
      key: ['mockServices', 'get', mockServiceId.toLowerCase()],
    },
    method: 'GET',
    path: `/configuration/mock-service/${mockServiceId}`,
    sent: undefined,
    status: 200,
    received: { data: mockService },
    result: mockService,
  },
  createMockService: {
    call: (client, options) => client.mockServices.create(anInput(), options),
    method: 'POST',
    path: '/configuration/mock-service',
    sent: anInput(),
    status: 201,
    received: { id: mockServiceId },
    result: { id: mockServiceId },
  },
  updateMockService: {
    call: (client, options) => client.mockServices.update(mockServiceId, anInput(), options),
    method: 'PUT',
    path: `/configuration/mock-service/${mockServiceId}`,
    sent: { data: anInput() },
    status: 200,
    received: { data: mockService },
    result: mockService,
  },
  deleteMockService: {
    call: (client, options) => client.mockServices.delete(mockServiceId, options),
    method: 'DELETE',
    path: `/configuration/mock-services/${mockServiceId}`,
    sent: undefined,
    status: 200,
    received: undefined,
    result: undefined,
  },
  listWorkspaces: {
    call: (client, options) => client.workspaces.list(options),
    query: { of: (queries) => queries.workspaces.list(), key: ['workspaces', 'list'] },
    method: 'GET',
    path: '/configuration/workspaces',
    sent: undefined,
    status: 200,
    received: { data: [aWorkspace()] },
    result: [aWorkspace()],
  },
  getWorkspaceConfiguration: {
    call: (client, options) => client.workspaces.getConfiguration(workspaceId, options),
    query: {
      of: (queries) => queries.workspaces.getConfiguration(workspaceId.toUpperCase()),
      key: ['workspaces', 'getConfiguration', workspaceId],
    },
    method: 'GET',
    path: `/configuration/workspace/${workspaceId}`,
    sent: undefined,
    status: 200,
    received: { data: mockService },
    result: mockService,
  },
};

export const operationCases: readonly OperationCase[] = Object.entries(cases).map(([operation, one]) => ({
  operation: operation as OperationId,
  ...one,
}));

/** One operation per method, for tests of behavior that does not depend on the operation. */
export const fourOperations: readonly OperationCase[] = [
  'getMockService',
  'updateMockService',
  'deleteMockService',
  'createMockService',
].flatMap((name) => operationCases.filter(({ operation }) => operation === name));
