// Written by `npm run generate` from the schemas of the contract, and not to be edited.
import {
  type Validator,
  isArrayOf,
  isGuid,
  isObject,
  isRecordOf,
  isString,
  isTimestamp,
  isUrl,
} from './kinds.ts';
import type { OperationId } from './operations.ts';

const isRecordedRequest: Validator = (value) =>
  isObject(value) &&
  typeof value['hostname'] === 'string' &&
  Number.isSafeInteger(value['port']) &&
  typeof value['path'] === 'string' &&
  typeof value['method'] === 'string' &&
  isRecordOf(value['headers'], isString) &&
  typeof value['bodyBase64Encoded'] === 'string';

const isRecordedResponse: Validator = (value) =>
  isObject(value) &&
  Number.isSafeInteger(value['statusCode']) &&
  isRecordOf(value['headers'], isString) &&
  typeof value['bodyBase64Encoded'] === 'string' &&
  Number.isSafeInteger(value['responseTimeMs']);

const isActivityMetadata: Validator = (value) => isObject(value) && isGuid(value['scenarioId']);

const isActivityEntry: Validator = (value) =>
  isObject(value) &&
  isGuid(value['id']) &&
  isRecordedRequest(value['request']) &&
  isRecordedResponse(value['response']) &&
  isActivityMetadata(value['metadata']) &&
  isTimestamp(value['timestamp']);

const isCors: Validator = (value) =>
  isObject(value) &&
  isArrayOf(value['allowedOrigins'], isString) &&
  isArrayOf(value['allowedMethods'], isString) &&
  isArrayOf(value['allowedHeaders'], isString);

const isHeaderValue: Validator = (value) =>
  typeof value === 'boolean' ||
  typeof value === 'string' ||
  Number.isFinite(value) ||
  value === null ||
  Array.isArray(value) ||
  isObject(value);

const isUpstream: Validator = (value) =>
  isObject(value) && typeof value['name'] === 'string' && isUrl(value['url']);

const isMockServiceConfig: Validator = (value) =>
  isObject(value) &&
  isCors(value['cors']) &&
  isRecordOf(value['defaultResponseHeaders'], isHeaderValue) &&
  isArrayOf(value['upstreams'], isUpstream);

const isMockServiceInput: Validator = (value) =>
  isObject(value) &&
  typeof value['type'] === 'string' &&
  typeof value['title'] === 'string' &&
  isMockServiceConfig(value['config']);

const isUpdateMockServiceBody: Validator = (value) => isObject(value) && isMockServiceInput(value['data']);

const isListActivityResult: Validator = (value) =>
  isObject(value) && isArrayOf(value['data'], isActivityEntry);

const isMockServiceSummary: Validator = (value) =>
  isObject(value) &&
  isGuid(value['id']) &&
  typeof value['type'] === 'string' &&
  typeof value['title'] === 'string' &&
  isTimestamp(value['createdAt']) &&
  isTimestamp(value['updatedAt']);

const isListMockServicesResult: Validator = (value) =>
  isObject(value) && isArrayOf(value['data'], isMockServiceSummary);

const isMockService: Validator = (value) =>
  isObject(value) &&
  isGuid(value['id']) &&
  typeof value['type'] === 'string' &&
  typeof value['title'] === 'string' &&
  isMockServiceConfig(value['config']) &&
  isTimestamp(value['createdAt']) &&
  isTimestamp(value['updatedAt']);

const isGetMockServiceResult: Validator = (value) => isObject(value) && isMockService(value['data']);

const isCreatedMockService: Validator = (value) => isObject(value) && isGuid(value['id']);

const isWorkspace: Validator = (value) =>
  isObject(value) &&
  isGuid(value['id']) &&
  typeof value['name'] === 'string' &&
  isTimestamp(value['createdAt']) &&
  isTimestamp(value['expiresAt']);

const isListWorkspacesResult: Validator = (value) => isObject(value) && isArrayOf(value['data'], isWorkspace);

/** Whether a value is an identifier (§2). */
export const isIdentifier: Validator = isGuid;

/** Whether a value is an entry of an activity log (§2.5). */
export { isActivityEntry };

/** Whether a value is the request body of an operation, as sent; of those that send one. */
export const bodyValidators: { readonly [Id in OperationId]?: Validator } = {
  createMockService: isMockServiceInput,
  updateMockService: isUpdateMockServiceBody,
};

/** Whether a value is the response body of an operation, as received; of those that promise one. */
export const resultValidators: { readonly [Id in OperationId]?: Validator } = {
  listActivity: isListActivityResult,
  listMockServices: isListMockServicesResult,
  getMockService: isGetMockServiceResult,
  createMockService: isCreatedMockService,
  updateMockService: isGetMockServiceResult,
  listWorkspaces: isListWorkspacesResult,
  getWorkspaceConfiguration: isGetMockServiceResult,
};
