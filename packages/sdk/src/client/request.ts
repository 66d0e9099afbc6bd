import { findIssues } from '../contract/find-issues.ts';
import { inexactNumbers, numberPlace } from '../contract/inexact-numbers.ts';
import { capIssues, type Issue, issueAt, typeName, typeOfAnotherForm } from '../contract/issue.ts';
import { isObject } from '../contract/kinds.ts';
import type { OperationId } from '../contract/operations.ts';
import { bodyChecks, isIdentifier } from '../contract/validators.gen.ts';
import { type Call, type CallSettings, type Failure, newCall, type Settings } from './call.ts';
import { errorOf } from './failure.ts';

export interface Arguments {
  readonly id?: string;
  /** The resource to send, without the `data` envelope. */
  readonly input?: unknown;
  /** The response text from which `input` was parsed. `JSON.parse` may have rounded its numbers. */
  readonly source?: string;
}

/** @throws ValidationError if the id or the input does not conform to the interface. */
export function prepare(
  settings: Settings,
  operation: OperationId,
  options: CallSettings,
  { id, input, source }: Arguments,
): Call {
  const hasId = isIdentifier(id);
  const call = newCall(settings, operation, options, hasId ? id : undefined);
  const [parameter] = call.endpoint.parameters;
  if (parameter !== undefined && !hasId) {
    const received = typeof id === 'string' ? typeOfAnotherForm(id) : typeName(id);
    throw errorOf(call, invalidArgument([parameter], 'UUID', received));
  }
  if (!bodyChecks[operation]) return call;
  const body = bodyOf(call, input, source);
  if (typeof body !== 'string') throw errorOf(call, body);
  return { ...call, body };
}

/** Validates the serialized body, because serialization drops some values. */
function bodyOf(call: Call, input: unknown, source: string | undefined): string | Failure {
  const { bodyKey } = call.endpoint;
  let fields: unknown;
  let body: unknown;
  let text: string;
  let inexact: readonly PropertyKey[] | undefined;
  try {
    const given: unknown = JSON.stringify(input);
    fields = typeof given === 'string' ? withoutServiceFields(JSON.parse(given)) : undefined;
    body = bodyKey ? { [bodyKey]: fields } : fields;
    text = JSON.stringify(body);
    // Check `input` instead of `fields`, in which infinite numbers are null.
    inexact = source === undefined ? undefined : inexactPlace(withoutServiceFields(input), source);
  } catch {
    const received = 'a cycle, a bigint, a getter that throws, or too many levels of nesting';
    return invalidArgument([], 'a value that JSON can represent', received);
  }
  if (inexact) {
    const expected =
      'integer up to 2^53 - 1, or decimal of up to 15 digits (JavaScript may have rounded another one)';
    return invalidArgument(inexact, expected, 'another number');
  }
  // Omit the `data` key from paths, because the client adds this key.
  const found = findIssues(call.operation, 'body', body, bodyKey && ((keys) => keys.slice(1)));
  const hosts = upstreamHosts(fields);
  const issues = found.length > 0 ? found : capIssues(hosts.map(({ issue }) => issue));
  if (issues.length === 0) return text;
  // A call of `modify` has a `source`, whereas a call of `update` has none.
  const isUpdate = call.operation === 'updateMockService' && source === undefined;
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

/** A host with a port, such as `localhost:3000`. The class `URL` interprets `localhost:` as a scheme. */
const hostWithPort = /^\s*((?:\[[\da-f:.]+\]|[\w.-]+):\d{1,5}(?:\/[^?#\s]*)?)(?![^?#\s])/i;

interface Upstreams {
  readonly config?: { readonly upstreams?: unknown } | null;
}

/** Finds upstreams whose `url` lacks a scheme. Only the client rejects these URLs, which the interface permits. */
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
  return { kind: 'invalid', issues: [issueAt(keys, expected, received)] };
}

/**
 * Finds a number that JavaScript changed while parsing `source`, or an integer beyond 2^53 - 1, which may be inexact.
 */
function inexactPlace(value: unknown, source: string): readonly PropertyKey[] | undefined {
  const changed = new Set(inexactNumbers(source).map((number) => number.value));
  const isExact = (number: number) =>
    Number.isSafeInteger(number) || (Number.isFinite(number) && !Number.isInteger(number));
  return numberPlace(value, (number) => changed.has(number) || !isExact(number));
}

/** Omits fields that only the service sets (§4, rule 1), because callers may pass a mock service from a response. */
function withoutServiceFields(input: unknown): unknown {
  if (!isObject(input)) return input;
  const { id: _, createdAt: __, updatedAt: ___, ...rest } = input;
  return rest;
}
