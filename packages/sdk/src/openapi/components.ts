/** The contract's schemas as named components. */
import * as z from 'zod/mini';
import * as contract from '../contract/index.ts';
import type { JsonSchema, Reference } from './types.ts';

interface Name {
  readonly id: string;
  readonly description: string;
}

const base = '#/components/schemas/';

const named: readonly (readonly [z.core.$ZodType, Name])[] = [
  [
    contract.identifier,
    { id: 'Identifier', description: 'UUID in any letter case, variant or version (§2).' },
  ],
  [contract.timestamp, { id: 'Timestamp', description: 'ISO 8601 timestamp in UTC (§2).' }],
  [contract.mockServiceSummary, { id: 'MockServiceSummary', description: 'Item of the list (§2.1).' }],
  [contract.mockService, { id: 'MockService', description: 'A mock service with its config (§2.2).' }],
  [
    contract.mockServiceInput,
    {
      id: 'MockServiceInput',
      description: 'What is sent to create or replace a mock service (§4, rules 1, 2).',
    },
  ],
  [
    contract.createdMockService,
    { id: 'CreatedMockService', description: 'The identifier of a new mock service (§4, rule 1).' },
  ],
  [
    contract.mockServiceConfig,
    { id: 'MockServiceConfig', description: 'What a mock service is configured to do (§2.3).' },
  ],
  [contract.cors, { id: 'Cors', description: 'Cross-origin rules (§2.3).' }],
  [
    contract.headerValue,
    {
      id: 'HeaderValue',
      description:
        'Value of a default response header. A boolean is used; other types are not stated (§2.3).',
    },
  ],
  [contract.upstream, { id: 'Upstream', description: 'A named target with an absolute URL (§2.3).' }],
  [
    contract.workspace,
    { id: 'Workspace', description: 'Item of the workspace list; expiresAt is later than createdAt (§2.4).' },
  ],
  [contract.activityEntry, { id: 'ActivityEntry', description: 'One recorded exchange (§2.5).' }],
  [contract.recordedRequest, { id: 'RecordedRequest', description: 'Request of an exchange (§2.5).' }],
  [contract.recordedResponse, { id: 'RecordedResponse', description: 'Response of an exchange (§2.5).' }],
  [
    contract.activityMetadata,
    { id: 'ActivityMetadata', description: 'Contains scenarioId; other fields are not stated (§2.5).' },
  ],
];

/** The components of the document, and how to refer to one. */
export interface Components {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  refer(schema: z.core.$ZodType): Reference;
}

/** Names every schema of the contract and every body in its table, and converts them. */
export function createComponents(): Components {
  const registry = z.registry<Name>();
  for (const [schema, name] of named) registry.add(schema, name);
  for (const id of contract.operationIds) nameBodies(registry, id);
  const { schemas } = z.toJSONSchema(registry, { uri: (id) => base + id, override: simplify });
  return {
    schemas: Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutIdentity(schema)])),
    refer: (schema) => ({ $ref: base + nameOf(registry, schema) }),
  };
}

type Registry = z.core.$ZodRegistry<Name>;

function nameBodies(registry: Registry, operation: contract.OperationId): void {
  const { body, result, summary } = contract.endpoints[operation];
  const stem = operation.charAt(0).toUpperCase() + operation.slice(1);
  for (const [schema, suffix] of [[body, 'Request'] as const, [result, 'Response'] as const]) {
    if (schema === undefined || registry.has(schema)) continue;
    registry.add(schema, { id: stem + suffix, description: `${suffix} body of: ${summary}` });
  }
}

function nameOf(registry: Registry, schema: z.core.$ZodType): string {
  const name = registry.get(schema);
  if (name === undefined) throw new TypeError('a body of the table is not among the components');
  return name.id;
}

/** Leaves out what is a trait of JavaScript's numbers and keys, and nothing the interface says. */
function simplify({ jsonSchema }: { readonly jsonSchema: JsonSchema }): void {
  delete jsonSchema.propertyNames;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** Drops what identifies a schema outside the document: its place in the document does that here. */
function withoutIdentity({ $schema: _, $id: __, id: ___, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
