/** Mutants in which a single field is missing, or has another type or another form. */
import type { OperationId } from '@mock-services/sdk/contract';
import { field, resource, without, type Mutant } from './mutant.ts';

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

const missing = (
  what: string,
  fields: readonly string[],
  operations: OperationId | readonly OperationId[],
  fails: Mutant[1],
) => fields.map((name): Mutant => [`${what} without ${name}`, fails, resource(operations, without(name))]);

const asString = (value: unknown) => String(value);

/** Creates mutants that replace a field of the activity entries. */
const inActivity = (
  behavior: string,
  fails: string,
  path: string,
  change: (value: unknown) => unknown,
): Mutant => [behavior, fails, field('listActivity', path, change)];

export const fieldMutants: readonly Mutant[] = [
  ...missing('listed mock services', summaryFields, 'listMockServices', 'mock-service-summary-fields'),
  ...missing(
    'mock services',
    [...summaryFields, ...configFields],
    ['getMockService', 'updateMockService'],
    ['mock-service-fields', 'update-answer'],
  ),
  ...missing(
    'workspace configurations',
    [...summaryFields, 'config'],
    'getWorkspaceConfiguration',
    'workspace-configuration-shape',
  ),
  ...missing('workspaces', ['id', 'name', 'createdAt', 'expiresAt'], 'listWorkspaces', 'workspace-fields'),
  ...missing('activity entries', activityFields, 'listActivity', 'activity-entry-fields'),
  [
    'timestamps with the offset of another zone',
    'timestamps-utc',
    field('listWorkspaces', 'createdAt', (value) => String(value).replace('Z', '+01:00')),
  ],
  inActivity('timestamps as Unix times', 'timestamps-utc', 'timestamp', (value) => Date.parse(String(value))),
  [
    'timestamps with a space in place of T',
    'timestamps-utc',
    field(['listMockServices', 'getMockService'], 'updatedAt', (value) => String(value).replace('T', ' ')),
  ],
  inActivity('identifiers without hyphens', 'identifiers-uuid', 'id', (value) =>
    String(value).replaceAll('-', ''),
  ),
  inActivity('scenario identifiers that are numbers', 'identifiers-uuid', 'metadata.scenarioId', () => 7),
  [
    'one identifier for all items of a list',
    'identifiers-distinct',
    field('listWorkspaces', 'id', () => 'b5a3a1f0-3f63-4f0f-9a52-6f3f0c1d2e3f'),
  ],
  [
    'workspaces that expire before they are created',
    'workspace-expiry',
    field('listWorkspaces', 'expiresAt', () => '2001-01-01T00:00:00.000Z'),
  ],
  [
    'workspaces that expire when they are created',
    'workspace-expiry',
    resource('listWorkspaces', (workspace) => {
      workspace['expiresAt'] = workspace['createdAt'];
    }),
  ],
  [
    'upstreams with a relative URL',
    'mock-service-fields',
    field('getMockService', 'config.upstreams', () => [{ name: 'live', url: 'catalogue/v2' }]),
  ],
  [
    'upstreams without a name',
    'mock-service-fields',
    field('getMockService', 'config.upstreams', () => [{ url: 'https://catalogue.example' }]),
  ],
  [
    'allowed methods as one string',
    'mock-service-fields',
    field('getMockService', 'config.cors.allowedMethods', asString),
  ],
  inActivity('ports as strings', 'activity-entry-fields', 'request.port', asString),
  inActivity('statuses as strings', 'activity-entry-fields', 'response.statusCode', asString),
  inActivity(
    'response times with a fraction',
    'activity-entry-fields',
    'response.responseTimeMs',
    (value) => Number(value) + 0.5,
  ),
  inActivity('recorded headers as pairs', 'activity-entry-fields', 'request.headers', (value) =>
    Object.entries(value as object),
  ),
  inActivity('recorded headers with lists', 'activity-entry-fields', 'response.headers', () => ({
    vary: ['accept', 'origin'],
  })),
  inActivity('statuses that HTTP does not have', 'activity-status', 'response.statusCode', () => 0),
  inActivity(
    'methods that are not tokens',
    'activity-method',
    'request.method',
    (value) => `${String(value)} /`,
  ),
  inActivity(
    'request bodies as plain text',
    'activity-request-body',
    'request.bodyBase64Encoded',
    () => '{"cart":81}',
  ),
  inActivity(
    'response bodies as plain text',
    'activity-response-body',
    'response.bodyBase64Encoded',
    () => 'Please try again later.',
  ),
];
