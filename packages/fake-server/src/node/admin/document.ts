import { adminEndpoints } from './endpoints.ts';
import { definitions } from './schema.ts';

/** Where the admin endpoints are. */
export const root = '/__fake';

/** The document at `/__fake/schema.json`: a JSON Schema that also lists the endpoints and what each is for. */
export function schemaDocument(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${root}/schema.json`,
    title: 'Admin endpoints of the fake server',
    endpoints: adminEndpoints.map(({ method, path, summary, body, result }) => ({
      method,
      path: root + path,
      summary,
      ...(body && { body: { $ref: `#/$defs/${body}` } }),
      ...(result && { result: { $ref: `#/$defs/${result}` } }),
    })),
    $defs: definitions,
  };
}
