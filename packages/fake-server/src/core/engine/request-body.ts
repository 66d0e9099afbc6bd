import { type Endpoint, check, formatIssue, type Issue } from '@mock-services/sdk/contract';
import { countOf } from '../errors.ts';
import { encodingProblem } from '../http/body-encoding.ts';
import type { ReceivedRequest } from '../http/message.ts';
import { Problem } from '../http/problem.ts';
import { isNestedDeeper, maxNesting } from '../json.ts';
import { shownValue } from '../words.ts';

const json = /^\s*application\/(?:[\w!#$&^.+-]+\+)?json\s*(?:;|$)/i;

/** Returns the validated body or a `Problem`. The result is `undefined` if the endpoint accepts no body. */
export function readRequestBody(
  endpoint: Endpoint,
  { headers, body }: Pick<ReceivedRequest, 'headers' | 'body'>,
): unknown {
  if (endpoint.body === undefined) return undefined;
  if (body.trim() === '') return new Problem(400, 'The body is empty. A JSON object is required.');
  const type = headers['content-type'];
  if (!json.test(type ?? '')) {
    const expected = 'The content-type of the body must be application/json or application/*+json';
    return new Problem(415, `${expected}; it is ${shownValue(type)}.`);
  }
  const encoding = encodingProblem({ headers, body });
  if (encoding) return encoding;
  const value = parse(body);
  if (value instanceof Problem) return value;
  if (isNestedDeeper(value)) return new Problem(400, `The body is nested deeper than ${maxNesting} levels.`);
  return shapeProblem(endpoint.body, value) ?? value;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // Do not include the parser's message, because it would quote the body, which may contain credentials.
    return new Problem(400, 'The body is not well-formed JSON.');
  }
}

function shapeProblem(schema: NonNullable<Endpoint['body']>, value: unknown): Problem | undefined {
  const issues = check(schema, value);
  if (issues.length === 0) return undefined;
  const count = countOf(issues);
  const errors = count === 1 ? '1 error' : `${count} errors`;
  return new Problem(422, `The body does not match its schema (${errors}): ${firstOf(issues)}`, {
    errors: issues.map(bodyError),
  });
}

export function firstOf(issues: readonly Issue[]): string {
  const first = issues.slice(0, 1).map(formatIssue).join('');
  if (countOf(issues) > 1) return `${first} …`;
  return /[.?]$/.test(first) ? first : `${first}.`;
}

export function bodyError({ pointer, expected, received }: Issue): { pointer: string; detail: string } {
  return { pointer, detail: `expected ${expected}, received ${received}` };
}
