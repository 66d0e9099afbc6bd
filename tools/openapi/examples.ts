/** Examples of request bodies, and of response bodies that mock servers can return. */
import type {
  ActivityEntry,
  BodyOf,
  MockServiceInput,
  MockServiceSummary,
  OperationId,
  ResultOf,
  Workspace,
} from '../../packages/sdk/src/contract/index.ts';

type Examples = {
  readonly [Id in OperationId]: { readonly body: BodyOf<Id>; readonly result: ResultOf<Id> };
};

const mockServiceId = '3f2b8a52-6c1d-4e0f-9a7b-2d5c8e1f4a60';
const workspaceId = '9d4c1e7a-0b35-4f68-8c2d-6a1e3b5f7092';

export const parameterExamples: Readonly<Record<string, string>> = { mockServiceId, workspaceId };

const input: MockServiceInput = {
  type: 'REST',
  title: 'Payments',
  config: {
    cors: {
      allowedOrigins: ['shop.example.com'],
      allowedMethods: ['GET', 'POST', 'DELETE', 'PUT'],
      allowedHeaders: [],
    },
    defaultResponseHeaders: { 'access-control-allow-credentials': true },
    upstreams: [{ name: 'production', url: 'https://payments.example.com/v2' }],
  },
};

const summary: MockServiceSummary = {
  id: mockServiceId,
  type: input.type,
  title: input.title,
  createdAt: '2026-01-12T09:30:00.000Z',
  updatedAt: '2026-01-14T16:05:12.345Z',
};

const workspace: Workspace = {
  id: workspaceId,
  name: 'Checkout team',
  createdAt: '2026-01-10T08:00:00.000Z',
  expiresAt: '2026-04-10T08:00:00.000Z',
};

const entry: ActivityEntry = {
  id: 'c0a8f1d4-52b7-4be3-9f16-7e2d4a8c3b15',
  request: {
    hostname: 'payments.example.com',
    port: 443,
    path: '/v2/charges',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    bodyBase64Encoded: 'eyJhbW91bnQiOjEyNTB9',
  },
  response: {
    statusCode: 201,
    headers: { 'content-type': 'application/json' },
    bodyBase64Encoded: 'eyJwYWlkIjp0cnVlfQ==',
    responseTimeMs: 42,
  },
  metadata: { scenarioId: '51e9c7b0-84d2-4a6f-b3c1-0f7d9e2a6c48' },
  timestamp: '2026-01-14T16:20:45.678Z',
};

const mockService = { ...summary, config: input.config };

export const examples: Examples = {
  listActivity: { body: undefined, result: { data: [entry] } },
  clearActivity: { body: undefined, result: undefined },
  listMockServices: { body: undefined, result: { data: [summary] } },
  getMockService: { body: undefined, result: { data: mockService } },
  createMockService: { body: input, result: { id: mockServiceId } },
  updateMockService: { body: { data: input }, result: { data: mockService } },
  deleteMockService: { body: undefined, result: undefined },
  listWorkspaces: { body: undefined, result: { data: [workspace] } },
  getWorkspaceConfiguration: {
    body: undefined,
    result: { data: { ...mockService, id: workspaceId, title: workspace.name } },
  },
};
