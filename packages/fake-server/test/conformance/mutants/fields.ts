/** Mutants of single fields: missing, of another type, or of another form. */
import { having, resource, without, type Mutant } from './mutant.ts';

const summaryFields = ['id', 'type', 'title', 'createdAt', 'updatedAt'];
const configFields = [
  'config',
  'config.cors',
  'config.cors.allowedOrigins',
  'config.cors.allowedMethods',
  'config.cors.allowedHeaders',
  'config.defaultResponseHeaders',
  'config.upstreams',
];
const activityFields = [
  'id',
  'timestamp',
  'metadata',
  'metadata.scenarioId',
  ...['hostname', 'port', 'path', 'method', 'headers', 'bodyBase64Encoded'].map((name) => `request.${name}`),
  ...['statusCode', 'headers', 'bodyBase64Encoded', 'responseTimeMs'].map((name) => `response.${name}`),
];

const withOffset = (value: unknown) => String(value).replace('Z', '+00:00');
const asEpoch = (value: unknown) => Date.parse(String(value));
const asString = (value: unknown) => String(value);

const missing: readonly Mutant[] = [
  ...summaryFields.map((field) => ({
    name: `a list of mock services without ${field}`,
    killedBy: 'mock-service-summary-fields',
    make: resource('listMockServices', without(field)),
  })),
  ...[...summaryFields, ...configFields].map((field) => ({
    name: `a mock service without ${field}`,
    killedBy: 'mock-service-fields',
    make: resource('getMockService', without(field)),
  })),
  ...[...summaryFields, ...configFields].map((field) => ({
    name: `an updated mock service without ${field}`,
    killedBy: 'update-answer',
    make: resource('updateMockService', without(field)),
  })),
  ...[...summaryFields, 'config'].map((field) => ({
    name: `a workspace's configuration without ${field}`,
    killedBy: 'workspace-configuration-shape',
    make: resource('getWorkspaceConfiguration', without(field)),
  })),
  ...['id', 'name', 'createdAt', 'expiresAt'].map((field) => ({
    name: `a workspace without ${field}`,
    killedBy: 'workspace-fields',
    make: resource('listWorkspaces', without(field)),
  })),
  ...activityFields.map((field) => ({
    name: `an activity entry without ${field}`,
    killedBy: 'activity-entry-fields',
    make: resource('listActivity', without(field)),
  })),
];

const changed: readonly Mutant[] = [
  {
    name: 'timestamps with an offset instead of Z',
    killedBy: 'timestamps-utc',
    make: resource('listWorkspaces', having('createdAt', withOffset)),
  },
  {
    name: 'timestamps as milliseconds since 1970',
    killedBy: 'timestamps-utc',
    make: resource('listActivity', having('timestamp', asEpoch)),
  },
  {
    name: 'timestamps with a space instead of T',
    killedBy: 'timestamps-utc',
    make: resource(
      ['listMockServices', 'getMockService'],
      having('updatedAt', (value) => String(value).replace('T', ' ')),
    ),
  },
  {
    name: 'identifiers without hyphens',
    killedBy: 'identifiers-uuid',
    make: resource(
      'listActivity',
      having('id', (value) => String(value).replaceAll('-', '')),
    ),
  },
  {
    name: 'numbers as identifiers of scenarios',
    killedBy: 'identifiers-uuid',
    make: resource(
      'listActivity',
      having('metadata.scenarioId', () => 7),
    ),
  },
  {
    name: 'all items of a list with the same identifier',
    killedBy: 'identifiers-distinct',
    make: resource(
      'listWorkspaces',
      having('id', () => 'b5a3a1f0-3f63-4f0f-9a52-6f3f0c1d2e3f'),
    ),
  },
  {
    name: 'workspaces that expire before they were created',
    killedBy: 'workspace-expiry',
    make: resource(
      'listWorkspaces',
      having('expiresAt', () => '2001-01-01T00:00:00.000Z'),
    ),
  },
  {
    name: 'workspaces that expire at the moment of their creation',
    killedBy: 'workspace-expiry',
    make: resource('listWorkspaces', (workspace) => {
      workspace['expiresAt'] = workspace['createdAt'];
    }),
  },
  {
    name: 'upstreams with a relative URL',
    killedBy: 'mock-service-fields',
    make: resource(
      'getMockService',
      having('config.upstreams', () => [{ name: 'live', url: 'catalogue/v2' }]),
    ),
  },
  {
    name: 'upstreams without a name',
    killedBy: 'mock-service-fields',
    make: resource(
      'getMockService',
      having('config.upstreams', () => [{ url: 'https://catalogue.example' }]),
    ),
  },
  {
    name: 'allowed methods as one string',
    killedBy: 'mock-service-fields',
    make: resource('getMockService', having('config.cors.allowedMethods', asString)),
  },
  {
    name: 'ports as strings',
    killedBy: 'activity-entry-fields',
    make: resource('listActivity', having('request.port', asString)),
  },
  {
    name: 'statuses as strings',
    killedBy: 'activity-entry-fields',
    make: resource('listActivity', having('response.statusCode', asString)),
  },
  {
    name: 'response times with a fraction',
    killedBy: 'activity-entry-fields',
    make: resource(
      'listActivity',
      having('response.responseTimeMs', (value) => Number(value) + 0.5),
    ),
  },
  {
    name: 'recorded headers as pairs',
    killedBy: 'activity-entry-fields',
    make: resource(
      'listActivity',
      having('request.headers', (value) => Object.entries(value as object)),
    ),
  },
  {
    name: 'recorded headers with lists of values',
    killedBy: 'activity-entry-fields',
    make: resource(
      'listActivity',
      having('response.headers', () => ({ vary: ['accept', 'origin'] })),
    ),
  },
  {
    name: 'statuses that are not HTTP statuses',
    killedBy: 'activity-status',
    make: resource(
      'listActivity',
      having('response.statusCode', () => 0),
    ),
  },
  {
    name: 'methods that are not tokens',
    killedBy: 'activity-method',
    make: resource(
      'listActivity',
      having('request.method', (value) => `${String(value)} /`),
    ),
  },
  {
    name: 'request bodies as plain text',
    killedBy: 'activity-request-body',
    make: resource(
      'listActivity',
      having('request.bodyBase64Encoded', () => '{"cart":81}'),
    ),
  },
  {
    name: 'response bodies as plain text',
    killedBy: 'activity-response-body',
    make: resource(
      'listActivity',
      having('response.bodyBase64Encoded', () => 'Please try again later.'),
    ),
  },
];

export const fieldMutants: readonly Mutant[] = [...missing, ...changed];
