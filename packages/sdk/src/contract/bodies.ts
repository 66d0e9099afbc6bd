/** The schemas of what each operation of interface §4 sends and receives. */
import * as z from 'zod/mini';
import type { OperationId } from './operations.ts';
import {
  activityEntry,
  createdMockService,
  dataOf,
  mockService,
  mockServiceInput,
  mockServiceSummary,
  workspace,
} from './schemas.ts';

/** The two bodies of an operation. */
export interface Bodies {
  /** Schema of the request body as sent; `undefined` if the operation has none. */
  readonly body: z.ZodMiniType | undefined;
  /** Schema of the response body as received; `undefined` where the interface leaves the body open. */
  readonly result: z.ZodMiniType | undefined;
}

export const bodies = {
  listActivity: { body: undefined, result: /*@__PURE__*/ dataOf(/*@__PURE__*/ z.array(activityEntry)) },
  clearActivity: { body: undefined, result: undefined },
  listMockServices: {
    body: undefined,
    result: /*@__PURE__*/ dataOf(/*@__PURE__*/ z.array(mockServiceSummary)),
  },
  getMockService: { body: undefined, result: /*@__PURE__*/ dataOf(mockService) },
  createMockService: { body: mockServiceInput, result: createdMockService },
  updateMockService: {
    body: /*@__PURE__*/ dataOf(mockServiceInput),
    result: /*@__PURE__*/ dataOf(mockService),
  },
  deleteMockService: { body: undefined, result: undefined },
  listWorkspaces: { body: undefined, result: /*@__PURE__*/ dataOf(/*@__PURE__*/ z.array(workspace)) },
  getWorkspaceConfiguration: { body: undefined, result: /*@__PURE__*/ dataOf(mockService) },
} as const satisfies Record<OperationId, Bodies>;
