/** The bodies and results of the admin endpoints, as JSON Schema. */
import { operationIds } from '@mock-services/sdk/contract';
import { faultFields, faultOptionFields } from '../../faults/fault.ts';
import {
  flag,
  kind,
  operationId,
  optional,
  text,
  textMap,
  wholeNumber,
  type Field,
  type Fields,
} from '../../fields.ts';
import { journalEntryFields } from '../../journal/journal-entry.ts';
import type { JournalFields } from '../../journal/journal-matcher.ts';
import resources from './resource-schemas.json' with { type: 'json' };

type Schema = Readonly<Record<string, unknown>>;

const refer = (name: string): Schema => ({ $ref: `#/$defs/${name}` });
const list = (name: string): Schema => ({ type: 'array', items: refer(name) });
const mapOf = (values: Schema): Schema => ({ type: 'object', additionalProperties: values });
const object = (properties: Schema, required = Object.keys(properties)): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** The schema of an object that the core declares field by field. */
function declared(fields: Readonly<Record<string, Field>>): Schema {
  const all = Object.entries(fields);
  return object(
    // A field that JSON does not have has no schema, and is left out when the document is serialized.
    Object.fromEntries(all.map(([name, { schema }]) => [name, schema])),
    all.filter(([, { optional }]) => !optional).map(([name]) => name),
  );
}

const seed = {
  mockServices: list('MockService'),
  workspaces: list('Workspace'),
  activity: mapOf(list('ActivityEntry')),
  configurations: mapOf(refer('MockService')),
};

/** The fields that requests are found by, as far as JSON has them. */
export const journalFields: Fields<JournalFields> = {
  operation: optional(operationId),
  method: optional(text),
  path: optional(text),
  params: optional(textMap),
  headers: optional(textMap),
  body: optional(
    kind('text or JSON', {}, (value): value is unknown => value !== undefined),
    'Text, or JSON that the body has to contain.',
  ),
  status: optional(wholeNumber(0)),
};

const { operation: _, status: __, ...matcherFields } = journalFields;

const own = {
  OperationId: { enum: operationIds },
  Duration: {
    anyOf: [
      { type: 'number', minimum: 0 },
      { type: 'string', pattern: String.raw`^\d+(\.\d+)?(ms|[smhd])$` },
    ],
  },
  Seed: object(seed, []),
  State: object({ now: refer('Timestamp'), data: refer('Seed') }),
  Snapshot: {
    type: 'object',
    description: 'Opaque except for its version: take it, keep it, restore it.',
    properties: { version: wholeNumber(0).schema, data: refer('Seed') },
    required: ['version', 'data'],
  },
  FaultMatcher: declared(matcherFields),
  FaultOptions: declared(faultOptionFields),
  Fault: declared(faultFields),
  Faults: object({ faults: list('Fault') }),
  Clock: object({ now: refer('Timestamp') }),
  ClockChange: {
    oneOf: [
      object({ advance: refer('Duration') }),
      object({
        set: { type: ['string', 'number'], description: 'ISO 8601 UTC text, or milliseconds since 1970.' },
      }),
    ],
  },
  JournalEntry: declared(journalEntryFields),
  Journal: object({
    entries: list('JournalEntry'),
    problems: list('JournalEntry'),
    clean: flag.schema,
    reasons: { type: 'array', items: text.schema },
  }),
  JournalFields: declared(journalFields),
  Worlds: object({
    worlds: { type: 'array', items: object({ name: text.schema, idleMs: wholeNumber(0).schema }, ['name']) },
  }),
  Found: object({ found: list('JournalEntry'), explanation: text.schema }),
} as const satisfies Readonly<Record<string, Schema>>;

/** Name of the schema of a body or a result. */
export type SchemaName = keyof typeof own;

/** All schemas, and those of the resources that they refer to. */
export const definitions: Readonly<Record<string, Schema>> = { ...resources, ...own };
