/** Reads a request body: its media type, its syntax, its shape. */
import { check, type Endpoint, type Issue } from '@mock-services/sdk/contract';
import { headerOf, type WireRequest } from './message.ts';
import { Problem } from './problem.ts';

const json = /^\s*application\/(?:[\w!#$&^.+-]+\+)?json\s*(?:;|$)/i;

/** Deeper bodies can be parsed, but serializing them overflows the stack. */
const maxDepth = 1000;

/** The body that an endpoint takes, validated. `undefined` where it takes none: a body is ignored there. */
export function readRequestBody(endpoint: Endpoint, { headers = {}, body = '' }: WireRequest): unknown {
  if (endpoint.body === undefined) return undefined;
  if (body.trim() === '') return new Problem(400, 'The body is empty; a JSON object is required.');
  if (!json.test(headerOf(headers, 'content-type') ?? '')) {
    return new Problem(415, 'The content-type of the body must be application/json or application/*+json.');
  }
  if (body.length > maxDepth && depthOf(body) > maxDepth) {
    return new Problem(400, `The body is nested deeper than ${maxDepth} levels.`);
  }
  const value = parse(body);
  return value instanceof Problem ? value : (shapeProblem(endpoint.body, value) ?? value);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // The parser's own message quotes the body, and a body may hold credentials.
    return new Problem(400, 'The body is not well-formed JSON.');
  }
}

function shapeProblem(schema: NonNullable<Endpoint['body']>, value: unknown): Problem | undefined {
  const errors = check(schema, value).map(bodyError);
  if (errors.length === 0) return undefined;
  const count = errors.length === 1 ? '1 error' : `${errors.length} errors`;
  return new Problem(422, `The body does not have the shape of its schema (${count}).`, { errors });
}

/** An issue in problem details. */
export function bodyError({ pointer, expected, received }: Issue): { pointer: string; detail: string } {
  return { pointer, detail: `expected ${expected}, received ${received}` };
}

/** How deeply arrays and objects are nested in a JSON text. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i];
    if (character === '"') quoted = !quoted;
    else if (quoted) i += character === '\\' ? 1 : 0;
    else if (character === '[' || character === '{') deepest = Math.max(deepest, (depth += 1));
    else if (character === ']' || character === '}') depth -= 1;
  }
  return deepest;
}
