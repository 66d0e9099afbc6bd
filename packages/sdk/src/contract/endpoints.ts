/**
 * The nine endpoints of interface §4. This table is the only place that knows a method or a path: client,
 * fake server, OpenAPI document and docs are derived from it.
 */
import * as z from 'zod/mini';
import type { OperationId } from './operations.ts';
import type { PathParameter } from './path.ts';
import {
  activityEntry,
  createdMockService,
  dataOf,
  mockService,
  mockServiceInput,
  mockServiceSummary,
  workspace,
} from './schemas.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One row of the table. */
export interface Endpoint {
  /** Row number in the interface's own table (§4). */
  readonly row: number;
  readonly method: Method;
  /** Path template relative to the base URL. */
  readonly path: string;
  /** One line for docs. */
  readonly summary: string;
  /** Schema of the request body as sent; `undefined` when none is sent. */
  readonly body: z.ZodMiniType | undefined;
  /** The key that the body is nested under, as sent. */
  readonly bodyKey?: 'data';
  /** Status of a success. */
  readonly status: 200 | 201;
  /** Schema of the response body as received; `undefined` where the interface leaves the body open. */
  readonly result: z.ZodMiniType | undefined;
  /** The key that the resource is nested under, as received. */
  readonly resultKey?: 'data';
}

const collection = '/configuration/mock-services';
const single = '/configuration/mock-service';
const activity = '/workspace/:workspaceId/activity';

export const endpoints = {
  listActivity: {
    row: 1,
    method: 'GET',
    path: activity,
    summary: "Read a workspace's activity log.",
    body: undefined,
    status: 200,
    result: /*@__PURE__*/ dataOf(/*@__PURE__*/ z.array(activityEntry)),
    resultKey: 'data',
  },
  clearActivity: {
    row: 2,
    method: 'DELETE',
    path: activity,
    summary: "Clear a workspace's activity log.",
    body: undefined,
    status: 200,
    result: undefined,
  },
  listMockServices: {
    row: 3,
    method: 'GET',
    path: collection,
    summary: 'List the mock services, without their configurations.',
    body: undefined,
    status: 200,
    result: /*@__PURE__*/ dataOf(/*@__PURE__*/ z.array(mockServiceSummary)),
    resultKey: 'data',
  },
  getMockService: {
    row: 4,
    method: 'GET',
    path: `${single}/:mockServiceId`,
    summary: 'Read a mock service with its configuration.',
    body: undefined,
    status: 200,
    result: /*@__PURE__*/ dataOf(mockService),
    resultKey: 'data',
  },
  createMockService: {
    row: 5,
    method: 'POST',
    path: single,
    summary: 'Create a mock service. The answer carries its identifier alone.',
    body: mockServiceInput,
    status: 201,
    result: createdMockService,
  },
  updateMockService: {
    row: 6,
    method: 'PUT',
    path: `${single}/:mockServiceId`,
    summary: 'Replace type, title and config of a mock service.',
    body: /*@__PURE__*/ dataOf(mockServiceInput),
    bodyKey: 'data',
    status: 200,
    result: /*@__PURE__*/ dataOf(mockService),
    resultKey: 'data',
  },
  deleteMockService: {
    row: 7,
    method: 'DELETE',
    path: `${collection}/:mockServiceId`,
    summary: 'Delete a mock service. The path has the plural segment.',
    body: undefined,
    status: 200,
    result: undefined,
  },
  listWorkspaces: {
    row: 8,
    method: 'GET',
    path: '/configuration/workspaces',
    summary: 'List the workspaces.',
    body: undefined,
    status: 200,
    result: /*@__PURE__*/ dataOf(/*@__PURE__*/ z.array(workspace)),
    resultKey: 'data',
  },
  getWorkspaceConfiguration: {
    row: 9,
    method: 'GET',
    path: '/configuration/workspace/:workspaceId',
    summary: "Read a workspace's configuration, shaped like a mock service.",
    body: undefined,
    status: 200,
    result: /*@__PURE__*/ dataOf(mockService),
    resultKey: 'data',
  },
} as const satisfies Record<OperationId, Endpoint>;

type Endpoints = typeof endpoints;

/** Path parameters of an operation, by name. */
export type ParamsOf<Id extends OperationId> = Record<PathParameter<Endpoints[Id]['path']>, string>;

type OutputOf<Schema> = Schema extends z.core.$ZodType ? z.core.output<Schema> : undefined;

type Unwrapped<Body> = Body extends { data: infer Data } ? Data : Body;

/** What a caller gives to an operation: the request body without its envelope. */
export type InputOf<Id extends OperationId> = Unwrapped<BodyOf<Id>>;

/** What a caller gets from an operation: the response body without its envelope. */
export type DataOf<Id extends OperationId> = Unwrapped<ResultOf<Id>>;

/** Request body of an operation as sent; `undefined` when none is sent. */
export type BodyOf<Id extends OperationId> = OutputOf<Endpoints[Id]['body']>;

/** Response body of an operation as received; `undefined` where the interface leaves it open. */
export type ResultOf<Id extends OperationId> = OutputOf<Endpoints[Id]['result']>;
