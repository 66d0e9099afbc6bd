import type { Client, OperationId, RequestOptions } from '@mock-services/sdk';
import { aMockService, anEntry, anInput, aWorkspace, mockServiceId, workspaceId } from './fixtures.ts';

/** The expected values are written by hand, so that they are independent of the contract. */
export interface OperationCase {
  readonly operation: OperationId;
  readonly call: (client: Client, options?: RequestOptions) => Promise<unknown>;
  readonly method: string;
  readonly path: string;
  /** Expected request body, or `undefined` for none. */
  readonly sent: unknown;
  readonly status: number;
  /** Response body, or `undefined` for none. */
  readonly received: unknown;
  readonly result: unknown;
}

const mockService = aMockService();

export const operationCases: readonly OperationCase[] = [
  {
    operation: 'listActivity',
    call: (client, options) => client.activity.list(workspaceId, options),
    method: 'GET',
    path: `/workspace/${workspaceId}/activity`,
    sent: undefined,
    status: 200,
    received: { data: [anEntry()] },
    result: [anEntry()],
  },
  {
    operation: 'clearActivity',
    call: (client, options) => client.activity.clear(workspaceId, options),
    method: 'DELETE',
    path: `/workspace/${workspaceId}/activity`,
    sent: undefined,
    status: 200,
    received: undefined,
    result: undefined,
  },
  {
    operation: 'listMockServices',
    call: (client, options) => client.mockServices.list(options),
    method: 'GET',
    path: '/configuration/mock-services',
    sent: undefined,
    status: 200,
    received: { data: [mockService] },
    result: [mockService],
  },
  {
    operation: 'getMockService',
    call: (client, options) => client.mockServices.get(mockServiceId, options),
    method: 'GET',
    path: `/configuration/mock-service/${mockServiceId}`,
    sent: undefined,
    status: 200,
    received: { data: mockService },
    result: mockService,
  },
  {
    operation: 'createMockService',
    call: (client, options) => client.mockServices.create(anInput(), options),
    method: 'POST',
    path: '/configuration/mock-service',
    sent: anInput(),
    status: 201,
    received: { id: mockServiceId },
    result: { id: mockServiceId },
  },
  {
    operation: 'updateMockService',
    call: (client, options) => client.mockServices.update(mockServiceId, anInput(), options),
    method: 'PUT',
    path: `/configuration/mock-service/${mockServiceId}`,
    sent: { data: anInput() },
    status: 200,
    received: { data: mockService },
    result: mockService,
  },
  {
    operation: 'deleteMockService',
    call: (client, options) => client.mockServices.delete(mockServiceId, options),
    method: 'DELETE',
    path: `/configuration/mock-services/${mockServiceId}`,
    sent: undefined,
    status: 200,
    received: undefined,
    result: undefined,
  },
  {
    operation: 'listWorkspaces',
    call: (client, options) => client.workspaces.list(options),
    method: 'GET',
    path: '/configuration/workspaces',
    sent: undefined,
    status: 200,
    received: { data: [aWorkspace()] },
    result: [aWorkspace()],
  },
  {
    operation: 'getWorkspaceConfiguration',
    call: (client, options) => client.workspaces.getConfiguration(workspaceId, options),
    method: 'GET',
    path: `/configuration/workspace/${workspaceId}`,
    sent: undefined,
    status: 200,
    received: { data: mockService },
    result: mockService,
  },
];

/** One operation per method, for tests of behavior that does not depend on the operation. */
export const fourOperations: readonly OperationCase[] = [
  'getMockService',
  'updateMockService',
  'deleteMockService',
  'createMockService',
].flatMap((name) => operationCases.filter(({ operation }) => operation === name));
