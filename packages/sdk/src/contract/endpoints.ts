/**
 * The nine endpoints of the interface (§4). The fake server, the OpenAPI document and the client's generated
 * validators are derived from this table.
 */
import * as z from 'zod/mini';
import { type Operation, type OperationId, operations, type PathParameter } from './operations.ts';
import {
  activityEntry,
  createdMockService,
  dataOf,
  mockService,
  mockServiceInput,
  mockServiceSummary,
  workspace,
} from './schemas.ts';

export interface Endpoint extends Operation {
  /** Row number in the interface's endpoint table (§4). */
  readonly row: number;
  readonly status: 200 | 201;
  readonly summary: string;
  /** `undefined` if the operation has no request body. */
  readonly body: z.ZodMiniType | undefined;
  /** `undefined` if the interface does not specify the response body. */
  readonly result: z.ZodMiniType | undefined;
}

type Additions = Omit<Endpoint, keyof Operation>;

type Merged<All> = { readonly [Key in keyof All]: All[Key] };

/** A function call, because bundlers remove an unused call, but keep an unused object spread. */
function endpoint<Id extends OperationId, const Added extends Additions>(
  id: Id,
  additions: Added,
): Merged<(typeof operations)[Id] & Added> {
  return { ...operations[id], ...additions };
}

export const endpoints = {
  listActivity: /*@__PURE__*/ endpoint('listActivity', {
    row: 1,
    status: 200,
    summary: "Read a workspace's activity log.",
    body: undefined,
    result: /*@__PURE__*/ dataOf(/*@__PURE__*/ z.array(activityEntry)),
  }),
  clearActivity: /*@__PURE__*/ endpoint('clearActivity', {
    row: 2,
    status: 200,
    summary: "Clear a workspace's activity log.",
    body: undefined,
    result: undefined,
  }),
  listMockServices: /*@__PURE__*/ endpoint('listMockServices', {
    row: 3,
    status: 200,
    summary: 'List the mock services, without their configurations.',
    body: undefined,
    result: /*@__PURE__*/ dataOf(/*@__PURE__*/ z.array(mockServiceSummary)),
  }),
  getMockService: /*@__PURE__*/ endpoint('getMockService', {
    row: 4,
    status: 200,
    summary: 'Read a mock service with its configuration.',
    body: undefined,
    result: /*@__PURE__*/ dataOf(mockService),
  }),
  createMockService: /*@__PURE__*/ endpoint('createMockService', {
    row: 5,
    status: 201,
    summary: 'Create a mock service. The response contains only its identifier.',
    body: mockServiceInput,
    result: createdMockService,
  }),
  updateMockService: /*@__PURE__*/ endpoint('updateMockService', {
    row: 6,
    status: 200,
    summary: 'Replace the type, title and config of a mock service.',
    body: /*@__PURE__*/ dataOf(mockServiceInput),
    result: /*@__PURE__*/ dataOf(mockService),
  }),
  deleteMockService: /*@__PURE__*/ endpoint('deleteMockService', {
    row: 7,
    status: 200,
    summary: 'Delete a mock service. The path contains the plural segment.',
    body: undefined,
    result: undefined,
  }),
  listWorkspaces: /*@__PURE__*/ endpoint('listWorkspaces', {
    row: 8,
    status: 200,
    summary: 'List the workspaces.',
    body: undefined,
    result: /*@__PURE__*/ dataOf(/*@__PURE__*/ z.array(workspace)),
  }),
  getWorkspaceConfiguration: /*@__PURE__*/ endpoint('getWorkspaceConfiguration', {
    row: 9,
    status: 200,
    summary: "Read a workspace's configuration, which has the shape of a mock service.",
    body: undefined,
    result: /*@__PURE__*/ dataOf(mockService),
  }),
} as const satisfies Record<OperationId, Endpoint>;

type Endpoints = typeof endpoints;

export type ParamsOf<Id extends OperationId> = Record<PathParameter<Endpoints[Id]['path']>, string>;

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
