/**
 * The endpoints of the interface (§4). The client's operations and validators, the OpenAPI document and the fake
 * server's routes are derived from this table.
 */
import * as z from 'zod/mini';
import type { OpenPointId } from './open-points.ts';
import type { Method, OperationId, operations } from './operations.ts';
import {
  activityEntry,
  createdMockService,
  dataOf,
  mockService,
  mockServiceInput,
  mockServiceSummary,
  workspace,
} from './schemas.ts';

export interface Endpoint {
  readonly method: Method;
  /** Path relative to the base URL, such as `/a/:id`. Parameters begin with a colon. */
  readonly path: string;
  readonly status: 200 | 201;
  readonly summary: string;
  readonly tag: 'mock services' | 'workspaces' | 'activity';
  /** Schema of the request body, or `undefined` if the operation has no request body. */
  readonly body: z.ZodMiniType | undefined;
  /** Schema of the response body, or `undefined` if the interface does not specify a response body. */
  readonly result: z.ZodMiniType | undefined;
  /** Open points that concern especially this operation. A list has an order only if it has `list-order`. */
  readonly openPoints: readonly OpenPointId[];
}

/** Endpoints in the order of the interface's table (§4). */
export const endpoints = {
  listActivity: {
    method: 'GET',
    path: '/workspace/:workspaceId/activity',
    status: 200,
    summary: "Read a workspace's activity log.",
    tag: 'activity',
    body: undefined,
    result: /*@__PURE__*/ dataOf(/*@__PURE__*/ z.array(activityEntry)),
    openPoints: [
      'query-parameters',
      'pagination',
      'list-order',
      'metadata-fields',
      'base64-form',
      'recorded-path',
    ],
  },
  clearActivity: {
    method: 'DELETE',
    path: '/workspace/:workspaceId/activity',
    status: 200,
    summary: "Clear a workspace's activity log.",
    tag: 'activity',
    body: undefined,
    result: undefined,
    openPoints: ['clear-activity-body'],
  },
  listMockServices: {
    method: 'GET',
    path: '/configuration/mock-services',
    status: 200,
    summary: 'List the mock services, without their configurations.',
    tag: 'mock services',
    body: undefined,
    result: /*@__PURE__*/ dataOf(/*@__PURE__*/ z.array(mockServiceSummary)),
    openPoints: ['query-parameters', 'pagination', 'list-order', 'type-values'],
  },
  getMockService: {
    method: 'GET',
    path: '/configuration/mock-service/:mockServiceId',
    status: 200,
    summary: 'Read a mock service with its configuration.',
    tag: 'mock services',
    body: undefined,
    result: /*@__PURE__*/ dataOf(mockService),
    openPoints: ['type-values', 'header-value-types'],
  },
  createMockService: {
    method: 'POST',
    path: '/configuration/mock-service',
    status: 201,
    summary: 'Create a mock service. The response contains only its identifier.',
    tag: 'mock services',
    body: mockServiceInput,
    result: createdMockService,
    openPoints: [
      'type-values',
      'required-fields',
      'bounds',
      'workspace-area-paths',
      'header-value-types',
      'write-idempotency',
    ],
  },
  updateMockService: {
    method: 'PUT',
    path: '/configuration/mock-service/:mockServiceId',
    status: 200,
    summary: 'Replace the type, title and config of a mock service.',
    tag: 'mock services',
    body: /*@__PURE__*/ dataOf(mockServiceInput),
    result: /*@__PURE__*/ dataOf(mockService),
    openPoints: [
      'type-values',
      'required-fields',
      'bounds',
      'workspace-area-paths',
      'header-value-types',
      'updated-at',
    ],
  },
  // The path for deleting has a plural segment, whereas the paths for reading and updating have a singular segment
  // (§4).
  deleteMockService: {
    method: 'DELETE',
    path: '/configuration/mock-services/:mockServiceId',
    status: 200,
    summary: 'Delete a mock service. The path contains the plural segment.',
    tag: 'mock services',
    body: undefined,
    result: undefined,
    openPoints: ['delete-body', 'workspace-area-paths'],
  },
  listWorkspaces: {
    method: 'GET',
    path: '/configuration/workspaces',
    status: 200,
    summary: 'List the workspaces.',
    tag: 'workspaces',
    body: undefined,
    result: /*@__PURE__*/ dataOf(/*@__PURE__*/ z.array(workspace)),
    openPoints: ['query-parameters', 'pagination', 'list-order', 'expiry', 'workspace-lifetime'],
  },
  getWorkspaceConfiguration: {
    method: 'GET',
    path: '/configuration/workspace/:workspaceId',
    status: 200,
    summary: "Read a workspace's configuration, which has the shape of a mock service.",
    tag: 'workspaces',
    body: undefined,
    result: /*@__PURE__*/ dataOf(mockService),
    openPoints: ['workspace-configuration-fields'],
  },
} as const satisfies Readonly<Record<OperationId, Endpoint>>;

type Endpoints = typeof endpoints;

export type ParamsOf<Id extends OperationId> = Record<(typeof operations)[Id]['parameters'][number], string>;

type OutputOf<Schema> = Schema extends z.core.$ZodType ? z.core.output<Schema> : undefined;

type Unwrapped<Body> = Body extends { data: infer Data } ? Data : Body;

/** The request body without its envelope. */
export type InputOf<Id extends OperationId> = Unwrapped<BodyOf<Id>>;

/** The resource in the response, without its envelope. */
export type DataOf<Id extends OperationId> = Unwrapped<ResultOf<Id>>;

/** The request body with its envelope, or `undefined` if the operation has no body. */
export type BodyOf<Id extends OperationId> = OutputOf<Endpoints[Id]['body']>;

/** The response body with its envelope, or `undefined` if the interface does not specify it. */
export type ResultOf<Id extends OperationId> = OutputOf<Endpoints[Id]['result']>;
