/** JSON Schemas of seeds, and of the requests and responses of the fake server's admin endpoints. */
import * as z from 'zod/mini';
import { faultOptionsSchema, faultSchema } from '../packages/fake-server/src/core/rows/fault.ts';
import { integer, operationId, textMap, wait, type Fields } from '../packages/fake-server/src/core/fields.ts';
import type { JournalEntry } from '../packages/fake-server/src/core/rows/exchange.ts';
import type { RequestFields } from '../packages/fake-server/src/core/journal/received.ts';
import type { FaultFields } from '../packages/fake-server/src/core/rows/matcher.ts';
import * as contract from '../packages/sdk/src/contract/index.ts';
import * as seeds from '../packages/sdk/src/seed/index.ts';
import { dropIdentity, simplify, type JsonSchema } from './openapi/components.ts';
import { named } from './openapi/resources.ts';

const { activityEntry, mockService, timestamp, workspace } = contract;

const unusedByAdmin = new Set(['MockServiceSummary', 'MockServiceInput', 'CreatedMockService']);

const data = z.strictObject({
  mockServices: z.array(mockService),
  workspaces: z.array(workspace),
  activity: z.record(z.string(), z.array(activityEntry)),
  configurations: z.record(z.string(), mockService),
});

const text = z.optional(z.string());
const headers = z.optional(z.record(z.string(), z.union([z.string(), z.boolean()])));
const json = z.optional(z.unknown());

/** A schema for each field of a type. In JSON, a field accepts fewer types than in code. */
type FieldsInJson<Type> = { readonly [Name in keyof Type]-?: z.core.$ZodType };

const faultFields = z.strictObject({
  method: text,
  path: text,
  params: z.optional(textMap),
  headers,
  body: json,
} satisfies FieldsInJson<FaultFields>);

const requestFields = z.strictObject({
  ...faultFields.shape,
  status: z.optional(z.union([integer(0), z.enum(['1xx', '2xx', '3xx', '4xx', '5xx'])])),
  responseHeaders: headers,
  responseBody: json,
  since: text,
  until: text,
  slowerThan: z.optional(z.number()),
} satisfies FieldsInJson<RequestFields>);

const journalFields = z.strictObject({ operation: z.optional(operationId), ...requestFields.shape });

const journalEntry = z.extend(activityEntry, {
  number: integer(1),
  operation: z.optional(operationId),
  params: textMap,
  fault: z.optional(integer(1)),
  problem: z.optional(z.string()),
  responseBodyLeftOut: z.optional(z.literal(true)),
} satisfies Fields<Omit<JournalEntry, keyof contract.ActivityEntry>>);

/** In JSON, `times` and `match` accept fewer types than in code. */
const inJson = { times: z.optional(integer(1)), match: z.optional(faultFields) };
const fault = z.extend(faultSchema, inJson);

const schemas = {
  OperationId: operationId,
  Duration: wait,
  MockServiceDraft: seeds.mockServiceDraft,
  WorkspaceDraft: seeds.workspaceDraft,
  Exchange: seeds.exchangeDraft,
  Seed: seeds.seed,
  Data: data,
  State: z.strictObject({ now: timestamp, data }),
  Scenarios: z.strictObject({
    scenarios: z.array(z.strictObject({ name: z.string(), title: z.string(), applied: z.boolean() })),
  }),
  ScenarioName: z.strictObject({ name: z.string() }),
  Counts: z.strictObject({ mockServices: integer(0), workspaces: integer(0) }),
  Snapshot: z.looseObject({ version: integer(0), data }),
  FaultFields: faultFields,
  FaultOptions: z.extend(faultOptionsSchema, inJson),
  Fault: fault,
  Faults: z.strictObject({ faults: z.array(fault) }),
  Clock: z.strictObject({ now: timestamp }),
  ClockChange: z.union([
    z.strictObject({ advance: wait }),
    z.strictObject({ set: z.union([z.string(), z.number()]) }),
  ]),
  JournalEntry: journalEntry,
  Journal: z.strictObject({
    since: timestamp,
    entries: z.array(journalEntry),
    problems: z.array(journalEntry),
    clean: z.boolean(),
    reasons: z.array(z.string()),
  }),
  RequestFields: requestFields,
  JournalFields: journalFields,
  JournalWait: z.strictObject({ matcher: journalFields, timeout: z.optional(wait) }),
  JournalExpectation: z.strictObject({
    operation: operationId,
    fields: z.optional(requestFields),
    times: z.optional(integer(0)),
  }),
  Cleanliness: z.strictObject({ clean: z.boolean(), reasons: z.array(z.string()) }),
  MockServices: z.array(mockService),
  WorkspaceList: z.array(workspace),
  ActivityEntries: z.array(activityEntry),
  Har: z.looseObject({ log: z.looseObject({ entries: z.array(z.unknown()) }) }),
  ImportedHar: z.strictObject({
    entries: z.array(activityEntry),
    skipped: z.array(z.strictObject({ index: integer(0), part: z.string(), reason: z.string() })),
  }),
  Worlds: z.strictObject({
    worlds: z.array(z.strictObject({ name: z.string(), idleMs: z.optional(integer(0)) })),
  }),
  Found: z.strictObject({ found: z.array(journalEntry), explanation: z.string() }),
};

const bodyOfRequest = { body: 'The exact body as a string, or JSON that the body must contain.' };
const fieldsOfFault = {
  times: 'Number of requests to which the fault is applied. Default: all.',
  after: 'Number of matching requests that pass before the fault is applied.',
  probability: 'Chance that the fault is applied to a matching request, from 0 to 1. Default: 1.',
  match: 'Criteria for the requests to which the fault is applied. Default: all requests of the operations.',
  body: 'Response body. A string is sent unchanged, and any other value as JSON.',
  notJson: 'Replaces the body with an HTML page.',
  hang: 'Never responds.',
  reset: 'Resets the connection.',
  truncated: 'Closes the connection in the middle of the body, or after a number of bytes.',
  takesEffect: 'Whether the operation takes effect before its response is lost or replaced.',
};

/** Descriptions of schemas and their fields. An empty name stands for the schema itself. */
const descriptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  MockServiceDraft: { '': 'A mock service. Omitted fields are filled in.' },
  WorkspaceDraft: { '': 'A workspace with its configuration. Omitted fields are filled in.' },
  Seed: {
    '': 'Data of a service or a fake server.',
    $schema: 'URL or path of the JSON Schema of seeds, for editors.',
    variables:
      'Variables with their default values, or null for none. `${NAME}` in a string stands for the value, and `$${` for a literal `${`.',
    mockServices: 'Mock services in the order in which the service lists them.',
    workspaces: 'Workspaces in the order in which the service lists them.',
    activity: 'Activity logs by workspace id, with the oldest entry first.',
    configurations: 'Workspace configurations by workspace id.',
  },
  Exchange: {
    '': 'An activity entry. Omitted fields are filled in. `url` and `body` are alternatives to the recorded fields.',
  },
  Snapshot: {
    '': 'A snapshot that can be stored and restored. Only `version` and `data` are documented.',
  },
  FaultFields: bodyOfRequest,
  FaultOptions: fieldsOfFault,
  Fault: fieldsOfFault,
  JournalFields: bodyOfRequest,
};

/** Includes the resources of the contract to which the schemas refer. */
export function adminSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ readonly id: string; readonly description?: string }>();
  for (const [schema, name] of named) if (!unusedByAdmin.has(name.id)) registry.add(schema, name);
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const { schemas: all } = z.toJSONSchema(registry, {
    metadata: registry,
    uri: (id) => `#/$defs/${id}`,
    unrepresentable: 'any',
    override: simplify,
  });
  for (const [id, schema] of Object.entries(all)) {
    dropIdentity(schema);
    for (const [field, description] of Object.entries(descriptions[id] ?? {})) {
      Object.assign(field === '' ? schema : (schema.properties?.[field] ?? {}), { description });
    }
  }
  return all;
}

/** A separate document, which editors use for completion. */
export function seedSchema(): object {
  const all = adminSchemas();
  const used: Record<string, JsonSchema> = {};
  const use = (schema: unknown): void => {
    for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/\$defs\/(\w+)"/g)) {
      const definition = all[name];
      if (definition === undefined || Object.hasOwn(used, name)) continue;
      used[name] = definition;
      use(definition);
    }
  };
  use(all['Seed']);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://unpkg.com/@mock-services/fake-server/seed.schema.json',
    title: 'Mock services',
    ...all['Seed'],
    $defs: withVariables(used),
  };
}

/** Lets a string contain a variable in place of the form that it has after the substitution. */
function withVariables(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withVariables);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { description, ...rest } = schema as JsonSchema;
  if (rest.type !== 'string' || (rest.format ?? rest.pattern) === undefined)
    return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, withVariables(value)]));
  return { anyOf: [rest, { type: 'string', pattern: '\\$\\{' }], ...(description && { description }) };
}
