/**
 * `@mock-services/sdk`: a typed client for the mock service configuration and workspace activity interface.
 *
 * @module @mock-services/sdk
 * @packageDocumentation
 */
export type { ApiPromise, ResponseFacts, WithResponse } from './client/api-promise.ts';
export type {
  Activity,
  ActivityStream,
  Client,
  MockServices,
  MockServiceWrites,
  TemporaryMockService,
  Workspaces,
} from './client/client.ts';
export { createClient } from './client/create-client.ts';
export { AbortError, isAbortError } from './client/errors/abort-error.ts';
export { ApiError, type ErrorResponse, isApiError } from './client/errors/api-error.ts';
export { type AnyMockServicesError, isMockServicesError } from './client/errors/any-error.ts';
export { type CallFacts, MockServicesError } from './client/errors/base.ts';
export { isNetworkError, NetworkError } from './client/errors/network-error.ts';
export { isParseError, ParseError } from './client/errors/parse-error.ts';
export { isTimeoutError, TimeoutError, type TimeoutPhase } from './client/errors/timeout-error.ts';
export { isValidationError, ValidationError, type ValidationSide } from './client/errors/validation-error.ts';
export type {
  CallEvent,
  Observers,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
  WarningEvent,
} from './client/observers.ts';
export type {
  ClientOptions,
  Fetch,
  HeaderFields,
  HeadersSource,
  RequestOptions,
  TokenSource,
  ValidationMode,
} from './client/options.ts';
export type { Issue } from './contract/issue.ts';
export type { OperationId } from './contract/operations.ts';
export type {
  ActivityEntry,
  ActivityMetadata,
  Cors,
  CorsMethod,
  CreatedMockService,
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
} from './contract/resources.ts';
