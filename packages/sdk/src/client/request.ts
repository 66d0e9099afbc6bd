import { findIssues } from '../contract/find-issues.ts';
import { capIssues, type Issue, issueAt, locate, typeName, typeOfAnotherForm } from '../contract/issue.ts';
import { isObject } from '../contract/kinds.ts';
import { type OperationId, parametersOf } from '../contract/operations.ts';
import { bodyChecks, isIdentifier } from '../contract/validators.gen.ts';
import { Call, type CallSettings, type Failure, type Settings } from './context.ts';
import { errorOf } from './failure.ts';

export interface Arguments {
  readonly id?: string;
  /** The resource without its `data` envelope. */
  readonly input?: unknown;
  /** Whether `input` comes from a response, in which `JSON.parse` may have rounded large integers. */
  readonly isParsed?: boolean;
}

/** @throws ValidationError if the id or the input does not conform to the interface. */
export function createCall(
  settings: Settings,
  operation: OperationId,
  options: CallSettings,
  { id, input, isParsed = false }: Arguments,
): Call {
  const hasId = isIdentifier(id);
  const call = new Call(settings, operation, options, hasId ? id : undefined);
  const [parameter] = parametersOf(call.endpoint.path);
  if (parameter !== undefined && !hasId) {
    const received = typeof id === 'string' ? typeOfAnotherForm(id) : typeName(id);
    throw errorOf(call, invalidArgument([parameter], 'UUID', received));
  }
  if (!bodyChecks[operation]) return call;
  const body = bodyOf(call, input, isParsed);
  if (typeof body !== 'string') throw errorOf(call, body);
  call.body = body;
  return call;
}

/** Checks the body after serialization, because JSON drops some values. */
function bodyOf(call: Call, input: unknown, isParsed: boolean): string | Failure {
  const { bodyKey } = call.endpoint;
  let fields: unknown;
  let body: unknown;
  let text: string;
  let rounded: readonly PropertyKey[] | undefined;
  try {
    const given: unknown = JSON.stringify(input);
    fields = typeof given === 'string' ? withoutServiceFields(JSON.parse(given)) : undefined;
    body = bodyKey ? { [bodyKey]: fields } : fields;
    text = JSON.stringify(body);
    rounded = isParsed ? roundedInteger(fields, []) : undefined;
  } catch {
    const received = 'a cycle, a bigint, a getter that throws, or too many levels of nesting';
    return invalidArgument([], 'a value that JSON can represent', received);
  }
  if (rounded) {
    const expected = 'integer up to 2^53 - 1 (JavaScript may have rounded a larger one)';
    return invalidArgument(rounded, expected, 'a larger number');
  }
  // The client adds the key, not the caller.
  const found = findIssues(call.operation, 'body', body, bodyKey && ((keys) => keys.slice(1)));
  const hosts = upstreamHosts(fields);
  const issues = found.length > 0 ? found : capIssues(hosts.map(({ issue }) => issue));
  if (issues.length === 0) return text;
  // The input of `modify` is parsed.
  const isUpdate = call.operation === 'updateMockService' && !isParsed;
  let advice = '';
  if (isObject(fields) && isObject(fields['data'])) {
    advice = '\nPass the content of `data`: the client adds the key where it belongs.';
  } else if (isUpdate && issues.some(({ received }) => received === 'nothing')) {
    advice = '\nTo change some fields, use `mockServices.modify(id, change)`.';
  } else if (hosts[0]) {
    advice = `\nDid you mean http://${hosts[0].host}?`;
  }
  return { kind: 'invalid', issues, advice };
}

/** A host with a port and perhaps a path, such as `localhost:3000`. `URL` reads the host as a scheme. */
const hostWithPort = /^\s*((?:\[[\da-f:.]+\]|[\w.-]+):\d{1,5}(?:\/[^?#\s]*)?)(?![^?#\s])/i;

interface Upstreams {
  readonly config?: { readonly upstreams?: unknown } | null;
}

/** Finds upstreams whose `url` lacks a scheme. They conform to the interface, so only the client refuses them. */
function upstreamHosts(fields: unknown): { readonly host: string; readonly issue: Issue }[] {
  const upstreams = (fields as Upstreams | null | undefined)?.config?.upstreams;
  if (!Array.isArray(upstreams)) return [];
  return upstreams.flatMap((upstream: { readonly url?: unknown } | null, index) => {
    const url = upstream?.url;
    const [, host] = (typeof url === 'string' && hostWithPort.exec(url)) || [];
    if (host === undefined) return [];
    const issue = issueAt(['config', 'upstreams', index, 'url'], 'absolute URL', typeOfAnotherForm(host));
    return [{ host, issue }];
  });
}

function invalidArgument(keys: readonly PropertyKey[], expected: string, received: string): Failure {
  return { kind: 'invalid', issues: [{ ...locate(keys), expected, received }] };
}

/** Drops fields that only the service sets (§4, rule 1), because callers may pass a mock service that they read. */
function withoutServiceFields(input: unknown): unknown {
  if (!isObject(input)) return input;
  const { id: _, createdAt: __, updatedAt: ___, ...rest } = input;
  return rest;
}

function roundedInteger(value: unknown, path: readonly PropertyKey[]): readonly PropertyKey[] | undefined {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return path;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = roundedInteger(inner, [...path, Array.isArray(value) ? Number(key) : key]);
    if (found) return found;
  }
  return undefined;
}
