/** The contract's resources as JSON Schema, as far as a seed is made of them. */
import { createOpenApiDocument } from '../../../../tools/openapi/document.ts';

const base = '#/components/schemas/';

/** The schemas by name, with references to `#/$defs/…`. */
export function resourceSchemas(): Record<string, unknown> {
  const { schemas } = createOpenApiDocument().components;
  const all: Readonly<Record<string, unknown>> = schemas;
  const found = new Map<string, unknown>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    const text = JSON.stringify(all[name]);
    found.set(name, JSON.parse(text.replaceAll(base, '#/$defs/')));
    for (const [, next = ''] of text.matchAll(/#\/components\/schemas\/(\w+)/g)) add(next);
  };
  for (const name of ['MockService', 'Workspace', 'ActivityEntry']) add(name);
  return Object.fromEntries(found);
}
