/** The schemas that become named components of the OpenAPI document, with examples that mock servers can return. */
import * as z from 'zod/mini';
import * as contract from '../../packages/sdk/src/contract/index.ts';

export interface Name {
  readonly id: string;
  readonly description: string;
}

const mockServiceId = '3f2b8a52-6c1d-4e0f-9a7b-2d5c8e1f4a60';
const workspaceId = '9d4c1e7a-0b35-4f68-8c2d-6a1e3b5f7092';

export const parameterExamples: Readonly<Record<string, string>> = { mockServiceId, workspaceId };

const input: contract.MockServiceInput = {
  type: 'REST',
  title: 'Payments',
  config: {
    cors: {
      allowedOrigins: ['shop.example.com'],
      allowedMethods: ['GET', 'POST', 'DELETE', 'PUT'],
      allowedHeaders: [],
    },
    defaultResponseHeaders: { 'access-control-allow-credentials': true },
    upstreams: [{ name: 'production', url: 'https://payments.example.com/v2' }],
  },
};

const summary: contract.MockServiceSummary = {
  id: mockServiceId,
  type: input.type,
  title: input.title,
  createdAt: '2026-01-12T09:30:00.000Z',
  updatedAt: '2026-01-14T16:05:12.345Z',
};

const workspace: contract.Workspace = {
  id: workspaceId,
  name: 'Checkout team',
  createdAt: '2026-01-10T08:00:00.000Z',
  expiresAt: '2026-04-10T08:00:00.000Z',
};

const entry: contract.ActivityEntry = {
  id: 'c0a8f1d4-52b7-4be3-9f16-7e2d4a8c3b15',
  request: {
    hostname: 'payments.example.com',
    port: 443,
    path: '/v2/charges',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    bodyBase64Encoded: 'eyJhbW91bnQiOjEyNTB9',
  },
  response: {
    statusCode: 201,
    headers: { 'content-type': 'application/json' },
    bodyBase64Encoded: 'eyJwYWlkIjp0cnVlfQ==',
    responseTimeMs: 42,
  },
  metadata: { scenarioId: '51e9c7b0-84d2-4a6f-b3c1-0f7d9e2a6c48' },
  timestamp: '2026-01-14T16:20:45.678Z',
};

const parts = {
  identifier: 'UUID in any letter case, variant or version (§2).',
  timestamp:
    'ISO 8601 timestamp in UTC. The interface shows milliseconds, but any number of fraction digits is valid, as is `+00:00` in place of `Z` (§2).',
  mockServiceSummary: ['An item of the mock service list (§2.1).', summary],
  mockService: ['A mock service with its configuration (§2.2).', { ...summary, config: input.config }],
  mockServiceInput: ['The input for creating or updating a mock service (§4, rules 1 and 2).', input],
  createdMockService: ['The response to creating a mock service (§4, rule 1).', { id: mockServiceId }],
  mockServiceConfig: 'The configuration of a mock service (§2.3).',
  cors: 'CORS settings. The origins are host names (§2.3).',
  headerValue:
    'Value of a default response header. The interface uses booleans and does not specify other types (§2.3).',
  upstream: 'A target to which requests can be forwarded, with an absolute URL (§2.3).',
  workspace: ['An item of the workspace list. expiresAt is later than createdAt (§2.4).', workspace],
  activityEntry: ['A recorded exchange (§2.5).', entry],
  recordedRequest: 'The request of a recorded exchange (§2.5).',
  recordedResponse: 'The response of a recorded exchange (§2.5).',
  activityMetadata:
    'Additional facts about a recorded exchange. The interface does not specify other fields (§2.5).',
} as const satisfies Partial<
  Record<keyof typeof contract, string | readonly [description: string, example: object]>
>;

const schemas = new Map<string, unknown>(Object.entries(contract));
const examples = new Map<z.core.$ZodType, unknown>();

export const named = Object.entries(parts).map(([name, part]): readonly [z.core.$ZodType, Name] => {
  const schema = schemas.get(name) as z.core.$ZodType;
  const [description, example] = typeof part === 'string' ? [part] : part;
  examples.set(schema, example);
  return [schema, { id: name.charAt(0).toUpperCase() + name.slice(1), description }];
});

/** @throws {TypeError} if the schema is neither a resource with an example nor a list or an envelope of one. */
export function exampleOf(schema: z.core.$ZodType): unknown {
  const example = examples.get(schema);
  if (example !== undefined) return example;
  if (schema instanceof z.ZodMiniArray) return [exampleOf(schema.def.element)];
  if (schema instanceof z.ZodMiniObject && schema.shape['data'])
    return { data: exampleOf(schema.shape['data']) };
  throw new TypeError('A body in the endpoint table has no example. Add one to tools/openapi/resources.ts.');
}
