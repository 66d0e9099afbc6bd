/**
 * A typed client for services that implement the mock service configuration and workspace activity interface. The
 * client has one method per endpoint, and validates each request and each response. A call resolves to the resource, or
 * rejects with one of the seven subclasses of `MockServicesError`, each of which has a type guard.
 *
 * @example
 * ```ts
 * import { createClient, isApiError } from '@mock-services/sdk';
 *
 * const client = createClient({ baseUrl: 'https://mocks.example.com/api' });
 * try {
 *   for (const { id, title } of await client.mockServices.list()) console.log(id, title);
 * } catch (error) {
 *   if (!isApiError(error)) throw error;
 *   console.log(error.status, error.body);
 * }
 * ```
 *
 * @module @mock-services/sdk
 * @packageDocumentation
 */
export type {
  Activity,
  ApiPromise,
  Client,
  MockServices,
  MockServiceWrites,
  ResponseFacts,
  TemporaryMockService,
  WithResponse,
  Workspaces,
} from './client/client.ts';
export { createClient } from './client/create-client.ts';
export {
  AbortError,
  CallbackError,
  type AnyMockServicesError,
  ApiError,
  type CallFacts,
  type ErrorResponse,
  isAbortError,
  isCallbackError,
  isApiError,
  isMockServicesError,
  isNetworkError,
  isParseError,
  isTimeoutError,
  isValidationError,
  MockServicesError,
  NetworkError,
  ParseError,
  TimeoutError,
  type TimeoutLimit,
  ValidationError,
  type ValidationSide,
} from './errors.ts';
export type {
  CallEvent,
  Observers,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
  WarningEvent,
} from './client/events.ts';
export type {
  ClientOptions,
  Fetch,
  FetchInit,
  FetchResponse,
  HeaderFields,
  HeadersSource,
  KyInstance,
  RequestOptions,
  SharedOptions,
  TokenRequest,
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
} from './contract/resources.ts';
