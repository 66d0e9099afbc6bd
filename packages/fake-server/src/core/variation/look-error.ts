/** Errors in other shapes than problem details. */
import type { WireResponse } from '../http/message.ts';
import type { ProblemDetails } from '../http/problem.ts';
import type { Styling } from './styling.ts';

export function restyleError(
  response: WireResponse,
  { choices: { errorBody }, applied }: Styling,
  errorStatuses: Readonly<Partial<Record<number, number>>>,
): WireResponse {
  const status = errorStatuses[response.status] ?? response.status;
  const details = { ...(JSON.parse(response.body) as ProblemDetails), status };
  if (errorBody !== 'problem') applied('errorBody');
  const { 'content-type': _, ...others } = response.headers;
  const [type, body] = shapes[errorBody](details);
  const headers = type === undefined ? others : { ...others, 'content-type': type };
  return { ...response, status, headers, body };
}

type Details = Omit<ProblemDetails, 'status'> & { readonly status: number };

/** Content type and body by shape. */
const shapes: Readonly<
  Record<Styling['choices']['errorBody'], (details: Details) => readonly [string | undefined, string]>
> = {
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
