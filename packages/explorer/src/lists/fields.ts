import type { Cors, MockServiceConfig, MockServiceInput } from '@mock-services/sdk';

/** A value of a mock service that the form shows as text. `parent` is the JSON pointer to the object that contains it. */
type Field = (
  | { readonly parent: ''; readonly key: keyof MockServiceInput }
  | { readonly parent: '/config'; readonly key: keyof MockServiceConfig }
  | { readonly parent: '/config/cors'; readonly key: keyof Cors }
) & { readonly label: string; readonly parse: (text: string) => unknown };

export const textFields = [
  { parent: '', key: 'title', label: 'Title', parse: String },
  { parent: '', key: 'type', label: 'Type', parse: String },
] as const satisfies readonly Field[];

/** The text of a list has one value per line. */
export const listFields = [
  { parent: '/config/cors', key: 'allowedOrigins', label: 'Allowed origins', parse: linesOf },
  { parent: '/config/cors', key: 'allowedMethods', label: 'Allowed methods', parse: linesOf },
  { parent: '/config/cors', key: 'allowedHeaders', label: 'Allowed headers', parse: linesOf },
] as const satisfies readonly Field[];

export const fields = [...textFields, ...listFields];

export function objectAt(service: MockServiceInput, pointer: Field['parent']): Record<string, unknown> {
  const objects = { '': service, '/config': service.config, '/config/cors': service.config.cors };
  return objects[pointer] as object as Record<string, unknown>;
}

export function textAt(service: MockServiceInput, { parent, key }: Field, separator = '\n'): string {
  const value = objectAt(service, parent)[key] as string | readonly string[] | undefined;
  return [value ?? ''].flat().join(separator);
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
