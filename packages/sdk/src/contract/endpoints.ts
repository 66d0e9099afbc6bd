/**
 * The nine endpoints of interface §4: the operations with the schemas of their bodies. The fake server, the
 * OpenAPI document and the docs are derived from this table.
 */
import type * as z from 'zod/mini';
import { bodies, type Bodies } from './bodies.ts';
import { type Operation, type OperationId, operations } from './operations.ts';
import type { PathParameter } from './path.ts';

/** One row of the table. */
export interface Endpoint extends Operation, Bodies {
  /** Row number in the interface's own table (§4). */
  readonly row: number;
  /** HTTP status of a successful response. */
  readonly status: 200 | 201;
  /** One line for docs. */
  readonly summary: string;
}

/** What a row adds to its operation and bodies. */
type Additions = Omit<Endpoint, keyof Operation | keyof Bodies>;

/** An intersection as one object type. */
type Merged<All> = { readonly [Key in keyof All]: All[Key] };

/** Makes a row. A bundler drops an unused call, but not an unused spread. */
function endpoint<Id extends OperationId, const Added extends Additions>(
  id: Id,
  additions: Added,
): Merged<(typeof operations)[Id] & (typeof bodies)[Id] & Added> {
  return { ...operations[id], ...bodies[id], ...additions };
}

export const endpoints = {
  listActivity: /*@__PURE__*/ endpoint('listActivity', {
    row: 1,
    status: 200,
    summary: "Read a workspace's activity log.",
  }),
  clearActivity: /*@__PURE__*/ endpoint('clearActivity', {
    row: 2,
    status: 200,
    summary: "Clear a workspace's activity log.",
  }),
  listMockServices: /*@__PURE__*/ endpoint('listMockServices', {
    row: 3,
    status: 200,
    summary: 'List the mock services, without their configurations.',
  }),
  getMockService: /*@__PURE__*/ endpoint('getMockService', {
    row: 4,
    status: 200,
    summary: 'Read a mock service with its configuration.',
  }),
  createMockService: /*@__PURE__*/ endpoint('createMockService', {
    row: 5,
    status: 201,
    summary: 'Create a mock service. The response carries only its identifier.',
  }),
  updateMockService: /*@__PURE__*/ endpoint('updateMockService', {
    row: 6,
    status: 200,
    summary: 'Replace type, title and config of a mock service.',
  }),
  deleteMockService: /*@__PURE__*/ endpoint('deleteMockService', {
    row: 7,
    status: 200,
    summary: 'Delete a mock service. The path has the plural segment.',
  }),
  listWorkspaces: /*@__PURE__*/ endpoint('listWorkspaces', {
    row: 8,
    status: 200,
    summary: 'List the workspaces.',
  }),
  getWorkspaceConfiguration: /*@__PURE__*/ endpoint('getWorkspaceConfiguration', {
    row: 9,
    status: 200,
    summary: "Read a workspace's configuration, shaped like a mock service.",
  }),
} as const satisfies Record<OperationId, Endpoint>;

type Endpoints = typeof endpoints;

/** Path parameters of an operation, by name. */
export type ParamsOf<Id extends OperationId> = Record<PathParameter<Endpoints[Id]['path']>, string>;

type OutputOf<Schema> = Schema extends z.core.$ZodType ? z.core.output<Schema> : undefined;

type Unwrapped<Body> = Body extends { data: infer Data } ? Data : Body;

/** What a caller passes to an operation: the request body without its envelope. */
export type InputOf<Id extends OperationId> = Unwrapped<BodyOf<Id>>;

/** What a caller gets from an operation: the response body without its envelope. */
export type DataOf<Id extends OperationId> = Unwrapped<ResultOf<Id>>;

/** Request body of an operation as sent; `undefined` if it has none. */
export type BodyOf<Id extends OperationId> = OutputOf<Endpoints[Id]['body']>;

/** Response body of an operation as received; `undefined` where the interface leaves it open. */
export type ResultOf<Id extends OperationId> = OutputOf<Endpoints[Id]['result']>;
