/**
 * The service's interface as data for tools: schemas of the resources, `endpoints`, and `openPoints`, which are the
 * questions that the interface does not answer.
 *
 * @example
 * ```ts
 * import { endpoints, openPoints } from '@mock-services/sdk/contract';
 *
 * for (const [id, { method, path }] of Object.entries(endpoints)) console.log(id, method, path);
 * for (const { id, question, sdk } of openPoints) console.log(id, question, sdk);
 * ```
 *
 * @module @mock-services/sdk/contract
 * @packageDocumentation
 */
export { check, type Schema } from './check.ts';
export {
  endpoints,
  type BodyOf,
  type DataOf,
  type Endpoint,
  type InputOf,
  type ParamsOf,
  type ResultOf,
} from './endpoints.ts';
export { idKey } from './id-key.ts';
export { type InexactNumber, inexactNumbers, numberPlace } from './inexact-numbers.ts';
export { formatIssue, type Issue, issueAt, locate, pointerTo, typeName } from './issue.ts';
export {
  type ObservablePoint,
  type Observations,
  type ObservationWords,
  type OpenPoint,
  type OpenPointId,
  openPoints,
  profileSchema,
} from './open-points.ts';
export { expandPath, type Method, type OperationId, operationIds } from './operations.ts';
export type {
  ActivityEntry,
  ActivityMetadata,
  Cors,
  CorsMethod,
  CreatedMockService,
  DeepReadonly,
  HeaderValue,
  MockService,
  MockServiceConfig,
  MockServiceInput,
  MockServiceSummary,
  MockServiceType,
  RecordedRequest,
  RecordedResponse,
  Upstream,
  Workspace,
} from './resources.ts';
export {
  activityEntry,
  activityMetadata,
  cors,
  createdMockService,
  dataOf,
  headerValue,
  identifier,
  mockService,
  mockServiceConfig,
  mockServiceInput,
  mockServiceSummary,
  recordedRequest,
  recordedResponse,
  strictActivityEntry,
  strictRecordedResponse,
  strictWorkspace,
  timestamp,
  upstream,
  workspace,
} from './schemas.ts';
