import { findIssues } from '../contract/find-issues.ts';
import { formatIssue, type Issue } from '../contract/issue.ts';
import { resultChecks } from '../contract/validators.gen.ts';
import type { ClientContext } from './context.ts';
import { ParseError } from './errors/parse-error.ts';
import { notify } from './events.ts';
import { type ApiRequest, factsOf } from './request.ts';
import type { Exchange } from './transport.ts';
import { validationError } from './validation/validation-errors.ts';

/**
 * Parses the body of a success, validates it and takes the resource out of its envelope.
 *
 * @throws ParseError | ValidationError
 */
export function readResource(
  request: ApiRequest,
  { response, attempts }: Exchange,
  client: ClientContext,
): unknown {
  const { operation } = request.facts;
  if (!resultChecks[operation]) return undefined;
  let body: unknown;
  try {
    body = JSON.parse(response.text);
  } catch {
    throw parseError(request, attempts, response.status, response.text);
  }
  const issues = client.validation === 'off' ? [] : findIssues(operation, 'result', body);
  if (issues.length > 0) {
    if (client.validation === 'strict') throw validationError(request, attempts, 'response', issues);
    warn(client, request, attempts, issues);
  }
  const { resultKey } = request.endpoint;
  // Without validation a body may be anything.
  return resultKey ? (body as Partial<Record<string, unknown>> | null)?.[resultKey] : body;
}

/** The most places that a client remembers to have warned about, and the longest of them, in characters. */
const mostReported = 1000;

/** Notifies the observer of what differs: of each operation and path once per client, as long as they are few and short. */
export function warn(
  client: ClientContext,
  request: ApiRequest,
  attempts: number,
  issues: readonly Issue[],
): void {
  for (const issue of issues) {
    const { path } = issue;
    const key = `${request.facts.operation} ${path.replace(/\[\d+\]/g, '[]')}`;
    if (client.reported.has(key)) continue;
    if (client.reported.size < mostReported && key.length < mostReported) client.reported.add(key);
    notify(client.onWarning, {
      ...request.facts,
      attempt: attempts,
      kind: 'validation',
      path,
      message: formatIssue(issue),
    });
  }
}

/**
 * The error of a 2xx that is not JSON where JSON was promised.
 *
 * @param text - The body, unless it was read as it arrived.
 */
export function parseError(request: ApiRequest, attempts: number, status: number, text?: string): ParseError {
  // The platform's own message quotes the body, so it is not kept.
  const what = text === undefined ? 'not JSON, or ends early' : `not JSON but ${kindOf(text)}`;
  return new ParseError(
    `the response is ${what}, with status ${status}. Does baseUrl lead to the service? (${request.facts.url})`,
    factsOf(request, attempts),
    status,
    { cause: new SyntaxError(what) },
  );
}

/** What the beginning of a body looks like. A response double may have anything as its text. */
function kindOf(text: unknown): string {
  const start = String(text).trimStart();
  if (start === '') return 'empty';
  if (/^<(!doctype )?html/i.test(start)) return 'an HTML page';
  if (start.startsWith('<')) return 'XML or HTML';
  return /^[[{"]/.test(start) ? 'JSON that is broken or ends early' : 'text';
}
