import { findIssues } from '../contract/find-issues.ts';
import { receivedType, typeName } from '../contract/issue.ts';
import { type Operation, type OperationId, operations } from '../contract/operations.ts';
import { bodyChecks, isIdentifier } from '../contract/validators.gen.ts';
import { type CreateOptions, resolveLimits } from './options/options.ts';
import type { ClientContext } from './context.ts';
import type { ApiRequest } from './request.ts';
import { warnOfUnknownOptions } from './options/unknown-options.ts';
import { callOptions, findInvalidOption } from './options/validate-options.ts';
import { idempotent } from './retry-policy.ts';
import { invalidArgument, validationError } from './validation/validation-errors.ts';

/**
 * Builds the request of a call from what the caller gave.
 *
 * @param id - Goes into the path, if the path has a parameter.
 * @param input - The body without its envelope.
 * @throws ValidationError
 */
export function createRequest(
  client: ClientContext,
  operation: OperationId,
  options: CreateOptions | undefined,
  id?: string,
  input?: unknown,
): ApiRequest {
  const endpoint: Operation = operations[operation];
  const [parameter, name] = /:(\w+)/.exec(endpoint.path) ?? [];
  const hasId = isIdentifier(id);
  const invalid = options ? findInvalidOption(options, callOptions) : undefined;
  // Callers without types may pass `null` for no options, or for an option that they leave out.
  const given = (invalid ? undefined : options) ?? {};
  const request: ApiRequest = {
    facts: {
      operation,
      method: endpoint.method,
      // An identifier needs no encoding.
      url:
        client.prefix + (parameter && hasId ? endpoint.path.replace(parameter, String(id)) : endpoint.path),
    },
    endpoint,
    query: client.query,
    body: undefined,
    headers: given.headers ?? undefined,
    idempotencyKey: idempotent.has(endpoint.method)
      ? undefined
      : (given.idempotencyKey ?? client.idempotencyKey?.()),
    signal: given.signal ?? undefined,
    limits: resolveLimits(given, client.limits),
    startedAt: performance.now(),
    setsRetries: (given.maxRetries ?? undefined) !== undefined,
    streams: false,
  };
  warnOfUnknownOptions(client, request, options ?? {});
  if (invalid) {
    throw invalidArgument(request, 0, invalid.option, invalid.expected, typeName(invalid.value));
  }
  if (name && !hasId) {
    throw invalidArgument(request, 0, name, 'UUID', receivedType(id, 'UUID'));
  }
  if (!bodyChecks[operation]) return request;
  const { body, text } = bodyOf(request, input);
  const issues = findIssues(operation, 'body', body, endpoint.bodyKey);
  if (issues.length > 0) throw validationError(request, 0, 'request', issues);
  return { ...request, body: text };
}

/** The body in its envelope, as the JSON that is sent: what JSON leaves out or changes has to be checked in that form. */
function bodyOf(request: ApiRequest, input: unknown): { readonly body: unknown; readonly text: string } {
  try {
    const given: unknown = JSON.stringify(input);
    const fields = typeof given === 'string' ? withoutServiceFields(JSON.parse(given)) : undefined;
    const { bodyKey } = request.endpoint;
    const body = bodyKey ? { [bodyKey]: fields } : fields;
    return { body, text: JSON.stringify(body) };
  } catch {
    const received = 'a cycle, a bigint, a getter that throws, or too many levels';
    throw invalidArgument(request, 0, '', 'a JSON value', received);
  }
}

/** The service sets these itself (§4, rule 1); a mock service that was read and changed still has them. */
function withoutServiceFields(input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input;
  const { id: _, createdAt: __, updatedAt: ___, ...rest } = input as Record<string, unknown>;
  return rest;
}
