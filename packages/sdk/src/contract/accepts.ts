// Written by `npm run accepts` from the schemas of the contract, and not to be edited.
import {
  type Accepts,
  expiresLater,
  isArrayOf,
  isGuid,
  isObject,
  isRecordOf,
  isString,
  isTimestamp,
  isUrl,
} from './kinds.ts';
import type { OperationId } from './operations.ts';

const isRecordedRequest: Accepts = (value) =>
  isObject(value) &&
  typeof value['hostname'] === 'string' &&
  Number.isSafeInteger(value['port']) &&
  typeof value['path'] === 'string' &&
  typeof value['method'] === 'string' &&
  isRecordOf(value['headers'], isString) &&
  typeof value['bodyBase64Encoded'] === 'string';

const isRecordedResponse: Accepts = (value) =>
  isObject(value) &&
  Number.isSafeInteger(value['statusCode']) &&
  isRecordOf(value['headers'], isString) &&
  typeof value['bodyBase64Encoded'] === 'string' &&
  Number.isSafeInteger(value['responseTimeMs']);

const isActivityMetadata: Accepts = (value) => isObject(value) && isGuid(value['scenarioId']);

const isActivityEntry: Accepts = (value) =>
  isObject(value) &&
  isGuid(value['id']) &&
  isRecordedRequest(value['request']) &&
  isRecordedResponse(value['response']) &&
  isActivityMetadata(value['metadata']) &&
  isTimestamp(value['timestamp']);

const isCors: Accepts = (value) =>
  isObject(value) &&
  isArrayOf(value['allowedOrigins'], isString) &&
  isArrayOf(value['allowedMethods'], isString) &&
  isArrayOf(value['allowedHeaders'], isString);

const isHeaderValue: Accepts = (value) =>
  typeof value === 'boolean' ||
  typeof value === 'string' ||
  Number.isFinite(value) ||
  value === null ||
  Array.isArray(value) ||
  isObject(value);

const isUpstream: Accepts = (value) =>
  isObject(value) && typeof value['name'] === 'string' && isUrl(value['url']);

const isMockServiceConfig: Accepts = (value) =>
  isObject(value) &&
  isCors(value['cors']) &&
  isRecordOf(value['defaultResponseHeaders'], isHeaderValue) &&
  isArrayOf(value['upstreams'], isUpstream);

const isMockServiceInput: Accepts = (value) =>
  isObject(value) &&
  typeof value['type'] === 'string' &&
  typeof value['title'] === 'string' &&
  isMockServiceConfig(value['config']);

const isUpdateMockServiceBody: Accepts = (value) => isObject(value) && isMockServiceInput(value['data']);

const isListActivityResult: Accepts = (value) => isObject(value) && isArrayOf(value['data'], isActivityEntry);

const isMockServiceSummary: Accepts = (value) =>
  isObject(value) &&
  isGuid(value['id']) &&
  typeof value['type'] === 'string' &&
  typeof value['title'] === 'string' &&
  isTimestamp(value['createdAt']) &&
  isTimestamp(value['updatedAt']);

const isListMockServicesResult: Accepts = (value) =>
  isObject(value) && isArrayOf(value['data'], isMockServiceSummary);

const isMockService: Accepts = (value) =>
  isObject(value) &&
  isGuid(value['id']) &&
  typeof value['type'] === 'string' &&
  typeof value['title'] === 'string' &&
  isMockServiceConfig(value['config']) &&
  isTimestamp(value['createdAt']) &&
  isTimestamp(value['updatedAt']);

const isGetMockServiceResult: Accepts = (value) => isObject(value) && isMockService(value['data']);

const isCreatedMockService: Accepts = (value) => isObject(value) && isGuid(value['id']);

const isWorkspace: Accepts = (value) =>
  isObject(value) &&
  isGuid(value['id']) &&
  typeof value['name'] === 'string' &&
  isTimestamp(value['createdAt']) &&
  isTimestamp(value['expiresAt']) &&
  expiresLater(value);

const isListWorkspacesResult: Accepts = (value) => isObject(value) && isArrayOf(value['data'], isWorkspace);

/** Whether a value is an identifier (§2). */
export const acceptsIdentifier: Accepts = isGuid;

/** Whether a value is an entry of an activity log (§2.5). */
export const acceptsActivityEntry: Accepts = isActivityEntry;

/** Whether a value is the request body of an operation, as sent; of those that send one. */
export const acceptsBody: { readonly [Id in OperationId]?: Accepts } = {
  createMockService: isMockServiceInput,
  updateMockService: isUpdateMockServiceBody,
};

/** Whether a value is the response body of an operation, as received; of those that promise one. */
export const acceptsResult: { readonly [Id in OperationId]?: Accepts } = {
  listActivity: isListActivityResult,
  listMockServices: isListMockServicesResult,
  getMockService: isGetMockServiceResult,
  createMockService: isCreatedMockService,
  updateMockService: isGetMockServiceResult,
  listWorkspaces: isListWorkspacesResult,
  getWorkspaceConfiguration: isGetMockServiceResult,
};
