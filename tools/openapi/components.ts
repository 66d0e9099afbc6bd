import * as z from 'zod/mini';
import { endpoints, operationIds, type OperationId } from '../../packages/sdk/src/contract/index.ts';
import { named, type Name } from './resources.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

interface Reference {
  readonly $ref: string;
}

export interface Components {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  refer(schema: z.core.$ZodType): Reference;
}

type Registry = z.core.$ZodRegistry<Name>;

const base = '#/components/schemas/';

export function createComponents(): Components {
  const registry: Registry = z.registry<Name>();
  for (const [schema, name] of named) registry.add(schema, name);
  for (const id of operationIds) nameBodies(registry, id);
  const { schemas } = z.toJSONSchema(registry, {
    metadata: registry,
    uri: (id) => base + id,
    override: simplify,
  });
  for (const schema of Object.values(schemas)) dropIdentity(schema);
  return { schemas, refer: (schema) => ({ $ref: base + nameOf(registry, schema) }) };
}

/** Names an operation's body schemas after the operation, unless they already have a name. */
function nameBodies(registry: Registry, id: OperationId): void {
  const { body, result } = endpoints[id];
  const stem = id.charAt(0).toUpperCase() + id.slice(1);
  const bodies = [
    { schema: body, name: { id: `${stem}Request`, description: `Request body of ${id}.` } },
    { schema: result, name: { id: `${stem}Response`, description: `Response body of ${id}.` } },
  ];
  for (const { schema, name } of bodies) {
    if (schema !== undefined && !registry.has(schema)) registry.add(schema, name);
  }
}

function nameOf(registry: Registry, schema: z.core.$ZodType): string {
  const name = registry.get(schema);
  if (name === undefined)
    throw new TypeError(
      'The OpenAPI document has no component for a request or response body of the endpoint table.',
    );
  return name.id;
}

/** Removes the limits of JavaScript numbers and object keys from a schema, because the interface does not specify them. */
export function simplify({ jsonSchema }: { readonly jsonSchema: JsonSchema }): void {
  delete jsonSchema.propertyNames;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** Removes `$id` and `$schema`, because a component is identified by its path, and the document declares the dialect. */
export function dropIdentity(schema: JsonSchema): void {
  delete schema.$schema;
  delete schema.$id;
}
