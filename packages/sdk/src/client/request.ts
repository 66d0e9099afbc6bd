/** This module creates a call from the caller's arguments. */
import type { OperationId } from '../contract/operations.ts';
import { findIssues } from '../contract/find-issues.ts';
import { typeName } from '../contract/issue.ts';
import { bodyChecks, isIdentifier } from '../contract/validators.gen.ts';
import { Call, type CallSettings, type Settings } from './context.ts';
import { invalidArgument, validationError } from './failure.ts';

/**
 * Creates a call and checks its arguments.
 *
 * @param id - Identifier that replaces the parameter in the path.
 * @param input - The request body without its envelope.
 * @throws ValidationError if `id` or `input` does not conform to the interface.
 */
export function createCall(
  settings: Settings,
  operation: OperationId,
  options: CallSettings,
  id: string | undefined,
  input: unknown,
): Call {
  const hasId = isIdentifier(id);
  const call = new Call(settings, operation, options, hasId ? id : undefined);
  const [, parameter] = /:(\w+)/.exec(call.endpoint.path) ?? [];
  if (parameter && !hasId) {
    const received = typeof id === 'string' ? 'string of another form' : typeName(id);
    throw invalidArgument(call, parameter, 'UUID', received);
  }
  if (bodyChecks[operation]) call.body = bodyOf(call, operation, input);
  return call;
}

/**
 * Returns the request body as JSON text, including its envelope. The serialized input is validated, because JSON drops
 * or converts some values.
 */
function bodyOf(call: Call, operation: OperationId, input: unknown): string {
  const { bodyKey } = call.endpoint;
  let body: unknown;
  let text: string;
  try {
    const given: unknown = JSON.stringify(input);
    const fields = typeof given === 'string' ? withoutServiceFields(JSON.parse(given)) : undefined;
    body = bodyKey ? { [bodyKey]: fields } : fields;
    text = JSON.stringify(body);
  } catch {
    const received = 'a cycle, a bigint, a getter that throws, or too many levels of nesting';
    throw invalidArgument(call, '', 'a value that JSON can represent', received);
  }
  const issues = findIssues(operation, 'body', body, bodyKey);
  if (issues.length > 0) throw validationError(call, 'request', issues);
  return text;
}

/**
 * Removes the fields that the service sets (§4, rule 1). Callers often read a mock service, change it, and pass the
 * whole object.
 */
function withoutServiceFields(input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input;
  const { id: _, createdAt: __, updatedAt: ___, ...rest } = input as Record<string, unknown>;
  return rest;
}
