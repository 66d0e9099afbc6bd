import {
  endpoints,
  identifier,
  parametersOf,
  type Endpoint,
  type OperationId,
} from '../../packages/sdk/src/contract/index.ts';
import type { Components } from './components.ts';
import { examples, parameterExamples } from './examples.ts';
import { asQuestions, openPointsOf } from './open-points.ts';
import { tagOf } from './tags.ts';

export const unspecifiedError = 'UnspecifiedError';

export function templateOf(id: OperationId): string {
  return endpoints[id].path.replaceAll(/:(\w+)/g, '{$1}');
}

export function operationOf(id: OperationId, components: Components) {
  const endpoint: Endpoint = endpoints[id];
  const points = openPointsOf(id);
  const parameters = parametersOf(endpoint.path).map((name) => parameter(name, components));
  return {
    operationId: id,
    tags: [tagOf[id]],
    summary: endpoint.summary,
    description: `Interface §4, row ${endpoint.row}.\n\n${asQuestions(points)}`,
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && {
      requestBody: { required: true, content: json(components, endpoint.body, examples[id].body) },
    }),
    responses: {
      [endpoint.status]: success(id, endpoint, components),
      default: { $ref: `#/components/responses/${unspecifiedError}` },
    },
    'x-open-points': points.map((point) => point.id),
  };
}

function parameter(name: string, components: Components) {
  const example = parameterExamples[name];
  if (example === undefined)
    throw new TypeError(
      `The path parameter "${name}" has no example. Add an example to tools/openapi/examples.ts.`,
    );
  const schema = components.refer(identifier);
  return { name, in: 'path', required: true, description: 'UUID of the resource.', schema, example };
}

function success(id: OperationId, { result }: Endpoint, components: Components) {
  if (result === undefined)
    return { description: 'Success. The interface does not specify whether the response has a body.' };
  return { description: 'Success.', content: json(components, result, examples[id].result) };
}

function json(components: Components, schema: NonNullable<Endpoint['body']>, example: unknown) {
  return { 'application/json': { schema: components.refer(schema), example } };
}
