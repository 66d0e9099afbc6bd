/** The schemas that become named components of the OpenAPI document, with examples that mock servers can return. */
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { demoSeed } from '../../packages/fake-server/src/core/index.ts';
import { check } from '../../packages/sdk/src/contract/index.ts';
import * as schemas from '../../packages/sdk/src/contract/schemas.ts';
import { at } from '../lib/paths.ts';

export interface Name {
  readonly id: string;
  readonly description: string;
}

const byName = new Map<string, unknown>(Object.entries(schemas));
const interfaces = readFileSync(at('packages/sdk/src/contract/resources.ts'), 'utf8').matchAll(
  /(?:\/\*\*((?:(?!\*\/)[^])+)\*\/\n)?export (?:interface|type) (\w+)/g,
);

/** @throws {Error} if the interface of a resource has no doc comment, which describes the resource. */
const resources = [...interfaces].flatMap(([, comment, id = '']): [z.core.$ZodType, Name][] => {
  const schema = byName.get(id.charAt(0).toLowerCase() + id.slice(1));
  if (!(schema instanceof z.core.$ZodType)) return [];
  if (comment === undefined) throw new Error(`${id} has no doc comment in contract/resources.ts. Write one.`);
  return [[schema, { id, description: comment.replaceAll(/\s+(\* )?/g, ' ').trim() }]];
});

export const named: readonly (readonly [z.core.$ZodType, Name])[] = [
  [
    schemas.identifier,
    { id: 'Identifier', description: 'UUID in any letter case, variant or version (§2).' },
  ],
  [
    schemas.timestamp,
    {
      id: 'Timestamp',
      description:
        'ISO 8601 timestamp in UTC. The interface shows milliseconds, but any number of fraction digits is valid, as is `+00:00` in place of `Z` (§2).',
    },
  ],
  ...resources,
];

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
  throw new TypeError(
    'The demo data has no example of a body in the endpoint table. Add one to tools/openapi/resources.ts.',
  );
}
