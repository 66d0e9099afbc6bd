import {
  endpoints,
  identifier,
  operationIds,
  type Endpoint,
  type OperationId,
} from '../../packages/sdk/src/contract/index.ts';
import type { Components } from './components.ts';
import { asQuestions } from './open-points.ts';
import { exampleOf, parameterExamples } from './resources.ts';

export const unspecifiedError = 'UnspecifiedError';

export function templateOf(id: OperationId): string {
  return endpoints[id].path.replaceAll(/:(\w+)/g, '{$1}');
}

export function operationOf(id: OperationId, components: Components) {
  const endpoint: Endpoint = endpoints[id];
  const { path, openPoints } = endpoint;
  const parameters = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => parameter(name, components));
  return {
    operationId: id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: `Interface §4, row ${operationIds.indexOf(id) + 1}.\n\n${asQuestions(openPoints)}`,
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && {
      requestBody: { required: true, content: json(components, endpoint.body) },
    }),
    responses: {
      [endpoint.status]: success(endpoint, components),
      default: { $ref: `#/components/responses/${unspecifiedError}` },
    },
    'x-open-points': openPoints,
  };
}

function parameter(name: string, components: Components) {
  const example = parameterExamples[name];
  if (example === undefined)
    throw new TypeError(
      `The path parameter "${name}" has no example. Add an example to tools/openapi/resources.ts.`,
    );
  const schema = components.refer(identifier);
  return { name, in: 'path', required: true, description: 'UUID of the resource.', schema, example };
}

function success({ result }: Endpoint, components: Components) {
  if (result === undefined)
    return { description: 'Success. The interface does not specify whether the response has a body.' };
  return { description: 'Success.', content: json(components, result) };
}

function json(components: Components, schema: NonNullable<Endpoint['body']>) {
  return { 'application/json': { schema: components.refer(schema), example: exampleOf(schema) } };
}
