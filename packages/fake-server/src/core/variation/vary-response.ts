/** Varies a response as specified by the behavior options or, at random, by the `grease` option. */
import type { OperationId } from '@mock-services/sdk/contract';
import type { WireResponse } from '../http/message.ts';
import { titleOf, type ProblemDetails } from '../http/problem.ts';
import type { Random } from '../random.ts';
import { variationNames, variationOptions, type VariationOptions } from './behavior-options.ts';
import type { Variation } from './read-options.ts';
import { varyBody, type Variant } from './vary-body.ts';

/** Name of the response header that lists what the `grease` option varied in the response. */
const header = 'x-mock-services-grease';

/** @param operation - The operation of the request, or `undefined` if no endpoint matches the request. */
export function varyResponse(
  { options: base, errorStatuses, grease }: Variation,
  operation: OperationId | undefined,
  response: WireResponse,
  random: Random,
): WireResponse {
  const options = grease?.choose(base, random) ?? base;
  const applied = new Set<keyof VariationOptions>();
  const variant: Variant = { options, random, apply: (name) => void applied.add(name) };
  const varied =
    response.status >= 400 || operation === undefined
      ? varyError(response, variant, errorStatuses)
      : varyBody(response, operation, variant);
  if (!grease || applied.size === 0) return varied;
  const points = variationNames
    .filter((name) => applied.has(name))
    .map((name) => variationOptions[name].point);
  return { ...varied, headers: { ...varied.headers, [header]: points.join(', ') } };
}

function varyError(
  response: WireResponse,
  { options: { errorBody }, apply }: Variant,
  errorStatuses: Variation['errorStatuses'],
): WireResponse {
  const status = errorStatuses[response.status] ?? response.status;
  const given = JSON.parse(response.body) as ProblemDetails<number>;
  const details = { ...given, title: titleOf(status), status };
  if (errorBody !== 'problem') apply('errorBody');
  const { 'content-type': _, ...others } = response.headers;
  const [type, body] = errorBodies[errorBody](details);
  const headers = type === undefined ? others : { ...others, 'content-type': type };
  return { ...response, status, headers, body };
}

/** Functions that create the content type and the body of an error. */
const errorBodies: {
  readonly [Value in VariationOptions['errorBody']]: (
    details: ProblemDetails<number>,
  ) => readonly [type: string | undefined, body: string];
} = {
  problem: (details) => ['application/problem+json', JSON.stringify(details)],
  message: ({ detail }) => ['application/json', JSON.stringify({ message: detail })],
  nested: ({ title, detail }) => {
    const code = title.toUpperCase().replaceAll(/\W+/g, '_');
    return ['application/json', JSON.stringify({ error: { code, message: detail } })];
  },
  text: ({ detail }) => ['text/plain; charset=utf-8', detail],
  html: ({ title }) => [
    'text/html; charset=utf-8',
    `<!doctype html>\n<title>${title}</title>\n<h1>${title}</h1>\n`,
  ],
  empty: () => [undefined, ''],
};
