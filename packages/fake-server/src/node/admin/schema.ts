/** What the admin endpoints take and give, as JSON Schema. */
import { operationIds } from '@mock-services/sdk/contract';
import resources from './resource-schemas.json' with { type: 'json' };

type Schema = Readonly<Record<string, unknown>>;

const text = { type: 'string' };
const whole = { type: 'integer', minimum: 0 };
const flag = { type: 'boolean' };
const refer = (name: string): Schema => ({ $ref: `#/$defs/${name}` });
const list = (name: string): Schema => ({ type: 'array', items: refer(name) });
const mapOf = (values: Schema): Schema => ({ type: 'object', additionalProperties: values });
const object = (properties: Record<string, Schema>, required = Object.keys(properties)): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const seed = {
  mockServices: list('MockService'),
  workspaces: list('Workspace'),
  activity: mapOf(list('ActivityEntry')),
  configurations: mapOf(refer('MockService')),
};

const faultOptions = {
  operation: { anyOf: [refer('OperationId'), { ...list('OperationId'), minItems: 1 }] },
  times: {
    type: 'integer',
    minimum: 1,
    description: 'How many requests it strikes; all of them by default.',
  },
  after: { ...whole, description: 'How many requests it lets pass first.' },
  status: { type: 'integer', minimum: 200, maximum: 599 },
  body: { description: 'Body of the answer: a string as it is, anything else as JSON.' },
  headers: mapOf(text),
  contentType: text,
  notJson: { ...flag, description: 'An HTML page in place of the body.' },
  delay: refer('Duration'),
  hang: { ...flag, description: 'No answer ever comes.' },
  reset: { ...flag, description: 'The connection is reset.' },
  truncated: { anyOf: [flag, whole], description: 'The connection breaks in the middle of the body.' },
  applied: { ...flag, description: 'Whether the operation takes effect all the same.' },
};

const journalEntry = {
  number: whole,
  time: refer('Timestamp'),
  operation: refer('OperationId'),
  params: mapOf(text),
  method: text,
  path: text,
  headers: mapOf(text),
  body: text,
  status: whole,
  fault: whole,
  problem: text,
};

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
    description: 'Opaque, but for its version: take it, keep it, put it back.',
    properties: { version: whole, data: refer('Seed') },
    required: ['version', 'data'],
  },
  FaultOptions: object(faultOptions, ['operation']),
  Fault: {
    type: 'object',
    properties: { ...faultOptions, id: whole, seen: whole, used: whole, error: text },
    required: ['operation', 'id', 'seen', 'used'],
  },
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
  JournalEntry: object(journalEntry, [
    'number',
    'time',
    'params',
    'method',
    'path',
    'headers',
    'body',
    'status',
  ]),
  Journal: object({
    entries: list('JournalEntry'),
    problems: list('JournalEntry'),
    clean: flag,
    reasons: { type: 'array', items: text },
  }),
  JournalFields: object(
    {
      operation: refer('OperationId'),
      method: text,
      path: text,
      params: mapOf(text),
      headers: mapOf(text),
      body: { description: 'Text, or JSON that the body has to contain.' },
      status: whole,
    },
    [],
  ),
  Found: object({ found: list('JournalEntry'), explanation: text }),
} as const satisfies Readonly<Record<string, Schema>>;

/** Name of a schema that an admin endpoint takes or gives. */
export type SchemaName = keyof typeof own;

/** All of them, and those of the resources that they are made of. */
export const definitions: Readonly<Record<string, Schema>> = { ...resources, ...own };
