/** Assembles the OpenAPI document from the contract. */
import { endpoints, openPoints, operationIds } from '../../packages/sdk/src/contract/index.ts';
import { createComponents, type Components } from './components.ts';
import { asQuestions, openPointsOfErrors } from './open-points.ts';
import { operationOf, templateOf, unspecifiedError } from './operation.ts';
import { tags } from './tags.ts';
import type { OpenApiDocument, PathItem, ResponseObject } from './types.ts';

const description = `All that is known about the interface. Objects are open: a field that no table names may be present.

How calls are authenticated is not stated (§5): \`security\` is empty because nothing is known, not because
nothing is needed.

What else is not stated is listed under \`x-open-points\`, and at each operation that it concerns.`;

/**
 * The interface as an OpenAPI 3.1 document. The same contract always gives the same document, key order included.
 */
export function createOpenApiDocument(): OpenApiDocument {
  const components = createComponents();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mock Service Configuration and Workspace Activity Interface',
      version: '0.1.0',
      summary: 'Manage mock service configurations, list workspaces, read and clear activity logs.',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: '{baseUrl}',
        description: 'A deployment.',
        variables: {
          baseUrl: {
            default: 'https://mock-services.test',
            description: 'Where the service is deployed. All paths are relative to it; it may have a path.',
          },
        },
      },
    ],
    security: [],
    tags,
    paths: paths(components),
    components: { schemas: components.schemas, responses: { [unspecifiedError]: errorResponse() } },
    'x-open-points': openPoints.map(({ id, section, question }) => ({ id, section, question })),
  };
}

function paths(components: Components): Record<string, PathItem> {
  const items: Record<string, PathItem> = {};
  for (const id of operationIds) {
    const template = templateOf(id);
    const method = endpoints[id].method.toLowerCase();
    items[template] = { ...items[template], [method]: operationOf(id, components) };
  }
  return items;
}

function errorResponse(): ResponseObject {
  return { description: `Not specified. ${asQuestions(openPointsOfErrors())}` };
}

/** The document as the text of a file: indented, with a trailing newline. */
export function serializeDocument(document: OpenApiDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
