/** The schemas that become named components of the OpenAPI document, with examples that mock servers can return. */
import * as z from 'zod/mini';
import { demoSeed } from '../../packages/fake-server/src/core/index.ts';
import { check } from '../../packages/sdk/src/contract/index.ts';
import * as schemas from '../../packages/sdk/src/contract/schemas.ts';

export interface Name {
  readonly id: string;
  readonly description: string;
}

type SchemaName = {
  [Key in keyof typeof schemas]: (typeof schemas)[Key] extends z.core.$ZodType ? Key : never;
}[keyof typeof schemas];

/** The strict schemas are for data that we write, so the document does not need them. */
const descriptions: Readonly<Record<Exclude<SchemaName, `strict${string}`>, string>> = {
  identifier: 'UUID in any letter case, variant or version (§2).',
  timestamp:
    'ISO 8601 timestamp in UTC. The interface shows milliseconds, but any number of fraction digits is valid, as is `+00:00` in place of `Z` (§2).',
  mockServiceSummary: 'An item of the mock service list (§2.1).',
  mockService: 'A mock service with its configuration (§2.2).',
  mockServiceInput: 'The input for creating or updating a mock service (§4, rules 1 and 2).',
  createdMockService: 'The response to creating a mock service (§4, rule 1).',
  mockServiceConfig: 'The configuration of a mock service (§2.3).',
  cors: 'CORS settings. The origins are host names (§2.3).',
  headerValue:
    'Value of a default response header. The interface uses booleans and does not specify other types (§2.3).',
  upstream: 'A target to which requests can be forwarded, with an absolute URL (§2.3).',
  workspace: 'An item of the workspace list. expiresAt is later than createdAt (§2.4).',
  activityEntry: 'A recorded exchange (§2.5).',
  recordedRequest: 'The request of a recorded exchange (§2.5).',
  recordedResponse: 'The response of a recorded exchange (§2.5).',
  activityMetadata:
    'Additional facts about a recorded exchange. The interface does not specify other fields (§2.5).',
};

const byName = new Map<string, unknown>(Object.entries(schemas));

export const named = Object.entries(descriptions).map(
  ([name, description]): readonly [z.core.$ZodType, Name] => {
    const id = name.charAt(0).toUpperCase() + name.slice(1);
    return [byName.get(name) as z.core.$ZodType, { id, description }];
  },
);

const { mockServices, workspaces, activity } = demoSeed();
const [mockService] = mockServices;
const [workspace] = workspaces;
const [[entry] = []] = Object.values(activity);

export const parameterExamples: Readonly<Record<string, string | undefined>> = {
  mockServiceId: mockService?.id,
  workspaceId: workspace?.id,
};

/** @throws {TypeError} if no resource of the demo data has the fields of the schema. */
export function exampleOf(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodMiniArray) return [exampleOf(schema.def.element)];
  if (schema instanceof z.ZodMiniObject) {
    const { shape } = schema;
    if (shape['data']) return { data: exampleOf(shape['data']) };
    const whole = [mockService, workspace, entry].find((resource) => check(schema, resource).length === 0);
    if (whole) return Object.fromEntries(Object.entries(whole).filter(([name]) => name in shape));
  }
  throw new TypeError('A body in the endpoint table has no example. Add one to tools/openapi/resources.ts.');
}
