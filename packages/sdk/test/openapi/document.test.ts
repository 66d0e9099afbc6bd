import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { check, endpoints, openPoints, operationIds } from '../../src/contract/index.ts';
import manifest from '../../package.json' with { type: 'json' };
import { createOpenApiDocument, serializeDocument } from '../../../../tools/openapi/document.ts';

const committed = new URL('../../../../docs/openapi.json', import.meta.url);
const document = createOpenApiDocument();
const operations = Object.values(document.paths).flatMap((item) => Object.values(item));

test('docs/openapi.json is up to date (`npm run generate` updates it)', () => {
  expect(readFileSync(committed, 'utf8')).toBe(serializeDocument(document));
});

test('the OpenAPI document has the same version as the package', () => {
  expect(document.info.version).toBe(manifest.version);
});

test('the OpenAPI document lists every operation with its path, method and status', () => {
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual([...operationIds].toSorted());
  for (const id of operationIds) {
    const { path, method, status } = endpoints[id];
    const operation = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    expect(operation?.operationId).toBe(id);
    expect(Object.keys(operation?.responses ?? {})).toEqual([String(status), 'default']);
  }
});

interface Described {
  readonly content?: { readonly 'application/json': { readonly example: unknown } };
}

describe.each(operationIds)('%s', (id) => {
  const { body, result, status } = endpoints[id];

  test('the OpenAPI document has a valid example of each request and response body', () => {
    const { requestBody, responses } = operations.find(({ operationId }) => operationId === id) ?? {};
    const examples = [requestBody, responses?.[status]].map(
      (part) => (part as Described | undefined)?.content?.['application/json'].example,
    );
    for (const [index, schema] of [body, result].entries())
      expect(schema ? check(schema, examples[index]) : examples[index]).toEqual(schema && []);
  });
});

test('every reference in the OpenAPI document names an existing component', () => {
  const references = serializeDocument(document).matchAll(/"\$ref": "#\/components\/(\w+)\/(\w+)"/g);
  const missing = Array.from(references).filter(([, kind, name]) => {
    const group = kind === 'schemas' ? document.components.schemas : document.components.responses;
    return name === undefined || !(name in group);
  });
  expect(missing).toEqual([]);
});

test('the OpenAPI document lists all questions that the interface leaves open', () => {
  expect(document['x-open-points'].map(({ id }) => id)).toEqual(openPoints.map(({ id }) => id));
});

test('all objects in the OpenAPI document allow additional properties', () => {
  const objects = Object.values(document.components.schemas).filter(({ type }) => type === 'object');
  expect(objects.map(({ additionalProperties }) => additionalProperties)).toEqual(objects.map(() => ({})));
});
