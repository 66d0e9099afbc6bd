/** JSON Schemas of the resources, which the fake server's admin endpoints serve. */
import { createOpenApiDocument } from './document.ts';

const base = '#/components/schemas/';

/** The schemas of mock services, workspaces and activity entries, and those that they refer to, by name. */
export function resourceSchemas(): Record<string, unknown> {
  const schemas: Readonly<Record<string, unknown>> = createOpenApiDocument().components.schemas;
  const found = new Map<string, unknown>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    const text = JSON.stringify(schemas[name]).replaceAll(base, '#/$defs/');
    found.set(name, JSON.parse(text));
    for (const [, next = ''] of text.matchAll(/#\/\$defs\/(\w+)/g)) add(next);
  };
  for (const name of ['MockService', 'Workspace', 'ActivityEntry']) add(name);
  return Object.fromEntries(found);
}
