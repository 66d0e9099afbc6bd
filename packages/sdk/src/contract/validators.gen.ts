// Written by `npm run generate` from the schemas of the contract, and not to be edited.
import {
  arrayOf,
  type Check,
  guid,
  integer,
  isObject,
  oneOf,
  recordOf,
  string,
  timestamp,
  url,
  wrong,
} from './kinds.ts';
import type { OperationId } from './operations.ts';

const recordedRequest: Check = (value, place) =>
  isObject(value)
    ? string(value['hostname'], place?.at('hostname')) +
      integer(value['port'], place?.at('port')) +
      string(value['path'], place?.at('path')) +
      string(value['method'], place?.at('method')) +
      recordOf(string, value['headers'], place?.at('headers')) +
      string(value['bodyBase64Encoded'], place?.at('bodyBase64Encoded'))
    : wrong('object', value, place);

const recordedResponse: Check = (value, place) =>
  isObject(value)
    ? integer(value['statusCode'], place?.at('statusCode')) +
      recordOf(string, value['headers'], place?.at('headers')) +
      string(value['bodyBase64Encoded'], place?.at('bodyBase64Encoded')) +
      integer(value['responseTimeMs'], place?.at('responseTimeMs'))
    : wrong('object', value, place);

const activityMetadata: Check = (value, place) =>
  isObject(value) ? guid(value['scenarioId'], place?.at('scenarioId')) : wrong('object', value, place);

const activityEntry: Check = (value, place) =>
  isObject(value)
    ? guid(value['id'], place?.at('id')) +
      recordedRequest(value['request'], place?.at('request')) +
      recordedResponse(value['response'], place?.at('response')) +
      activityMetadata(value['metadata'], place?.at('metadata')) +
      timestamp(value['timestamp'], place?.at('timestamp'))
    : wrong('object', value, place);

const cors: Check = (value, place) =>
  isObject(value)
    ? arrayOf(string, value['allowedOrigins'], place?.at('allowedOrigins')) +
      arrayOf(string, value['allowedMethods'], place?.at('allowedMethods')) +
      arrayOf(string, value['allowedHeaders'], place?.at('allowedHeaders'))
    : wrong('object', value, place);

const headerValue = /*@__PURE__*/ oneOf('boolean', 'string', 'number', 'null', 'array', 'object');

const upstream: Check = (value, place) =>
  isObject(value)
    ? string(value['name'], place?.at('name')) + url(value['url'], place?.at('url'))
    : wrong('object', value, place);

const mockServiceConfig: Check = (value, place) =>
  isObject(value)
    ? cors(value['cors'], place?.at('cors')) +
      recordOf(headerValue, value['defaultResponseHeaders'], place?.at('defaultResponseHeaders')) +
      arrayOf(upstream, value['upstreams'], place?.at('upstreams'))
    : wrong('object', value, place);

const mockServiceInput: Check = (value, place) =>
  isObject(value)
    ? string(value['type'], place?.at('type')) +
      string(value['title'], place?.at('title')) +
      mockServiceConfig(value['config'], place?.at('config'))
    : wrong('object', value, place);

const updateMockServiceBody: Check = (value, place) =>
  isObject(value) ? mockServiceInput(value['data'], place?.at('data')) : wrong('object', value, place);

const listActivityResult: Check = (value, place) =>
  isObject(value) ? arrayOf(activityEntry, value['data'], place?.at('data')) : wrong('object', value, place);

const mockServiceSummary: Check = (value, place) =>
  isObject(value)
    ? guid(value['id'], place?.at('id')) +
      string(value['type'], place?.at('type')) +
      string(value['title'], place?.at('title')) +
      timestamp(value['createdAt'], place?.at('createdAt')) +
      timestamp(value['updatedAt'], place?.at('updatedAt'))
    : wrong('object', value, place);

const listMockServicesResult: Check = (value, place) =>
  isObject(value)
    ? arrayOf(mockServiceSummary, value['data'], place?.at('data'))
    : wrong('object', value, place);

const mockService: Check = (value, place) =>
  isObject(value)
    ? guid(value['id'], place?.at('id')) +
      string(value['type'], place?.at('type')) +
      string(value['title'], place?.at('title')) +
      mockServiceConfig(value['config'], place?.at('config')) +
      timestamp(value['createdAt'], place?.at('createdAt')) +
      timestamp(value['updatedAt'], place?.at('updatedAt'))
    : wrong('object', value, place);

const getMockServiceResult: Check = (value, place) =>
  isObject(value) ? mockService(value['data'], place?.at('data')) : wrong('object', value, place);

const createdMockService: Check = (value, place) =>
  isObject(value) ? guid(value['id'], place?.at('id')) : wrong('object', value, place);

const updateMockServiceResult: Check = (value, place) =>
  isObject(value) ? mockService(value['data'], place?.at('data')) : wrong('object', value, place);

const workspace: Check = (value, place) =>
  isObject(value)
    ? guid(value['id'], place?.at('id')) +
      string(value['name'], place?.at('name')) +
      timestamp(value['createdAt'], place?.at('createdAt')) +
      timestamp(value['expiresAt'], place?.at('expiresAt'))
    : wrong('object', value, place);

const listWorkspacesResult: Check = (value, place) =>
  isObject(value) ? arrayOf(workspace, value['data'], place?.at('data')) : wrong('object', value, place);

const getWorkspaceConfigurationResult: Check = (value, place) =>
  isObject(value) ? mockService(value['data'], place?.at('data')) : wrong('object', value, place);

/** Whether a value is an identifier (§2). */
export const isIdentifier = (value: unknown): boolean => guid(value) === 0;

/** Whether a value is an entry of an activity log (§2.5). */
export const isActivityEntry = (value: unknown): boolean => activityEntry(value) === 0;

/** The checks of request bodies, as sent, of the operations that send one. */
export const bodyChecks: { readonly [Id in OperationId]?: Check } = {
  createMockService: mockServiceInput,
  updateMockService: updateMockServiceBody,
};

/** The checks of response bodies, as received, of the operations that promise one. */
export const resultChecks: { readonly [Id in OperationId]?: Check } = {
  listActivity: listActivityResult,
  listMockServices: listMockServicesResult,
  getMockService: getMockServiceResult,
  createMockService: createdMockService,
  updateMockService: updateMockServiceResult,
  listWorkspaces: listWorkspacesResult,
  getWorkspaceConfiguration: getWorkspaceConfigurationResult,
};
