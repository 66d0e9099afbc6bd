/** The JSON Schema of seeds, which editors use for completion. */
import * as z from 'zod/mini';
import * as seeds from '../packages/sdk/src/seed/index.ts';
import { dropIdentity, simplify, type JsonSchema } from './openapi/components.ts';
import { named } from './openapi/resources.ts';

const schemas = {
  MockServiceDraft: [seeds.mockServiceDraft, 'A mock service. Omitted fields are filled in.'],
  WorkspaceDraft: [seeds.workspaceDraft, 'A workspace with its configuration. Omitted fields are filled in.'],
  Exchange: [
    seeds.exchangeDraft,
    'An activity entry. Omitted fields are filled in. `url` and `body` are alternatives to the recorded fields.',
  ],
  Seed: [seeds.seed, 'Data of a service or a fake server.'],
} as const;

const parts: Readonly<Record<keyof typeof seeds.seed.shape, string>> = {
  $schema: 'URL or path of the JSON Schema of seeds, for editors.',
  variables:
    'Variables with their default values, or null for none. `${NAME}` in a string stands for the value, and `$${` for a literal `${`.',
  mockServices: 'Mock services in the order in which the service lists them.',
  workspaces: 'Workspaces in the order in which the service lists them.',
  activity: 'Activity logs by workspace id, with the oldest entry first.',
  configurations: 'Workspace configurations by workspace id.',
};

function definitions(): Record<string, JsonSchema> {
  const registry = z.registry<{ readonly id?: string; readonly description: string }>();
  for (const [schema, name] of named) registry.add(schema, name);
  for (const [id, [schema, description]] of Object.entries(schemas))
    registry.add(schema, { id, description });
  for (const [part, schema] of Object.entries(seeds.seed.shape))
    registry.add(schema, { description: parts[part as keyof typeof parts] });
  const { schemas: all } = z.toJSONSchema(registry, {
    metadata: registry,
    uri: (id) => `#/$defs/${id}`,
    unrepresentable: 'any',
    override: simplify,
  });
  for (const schema of Object.values(all)) dropIdentity(schema);
  return all;
}

export function seedSchema(): object {
  const all = definitions();
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

/** Allows a variable wherever a string must have a form, such as a timestamp. */
function withVariables(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withVariables);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { description, ...rest } = schema as JsonSchema;
  if (rest.type !== 'string' || (rest.format ?? rest.pattern) === undefined)
    return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, withVariables(value)]));
  return { anyOf: [rest, { type: 'string', pattern: '\\$\\{' }], ...(description && { description }) };
}
