/** Comparisons and expectations. Messages say what was expected where, and what was received, without values. */
import { check, endpoints, mockService, type Schema } from '@mock-services/sdk/contract';
import { Failure } from './outcome.ts';
import { jsonOf, recordOf, type JsonObject, type ServiceResponse } from './service/http.ts';

/** Keeps the message about a log of a thousand wrong entries short. */
const maxProblems = 5;

/** Fails with all of `problems`, if there are any. */
export function expectNone(problems: readonly string[]): void {
  if (problems.length === 0) return;
  const more = problems.length > maxProblems ? [`and ${problems.length - maxProblems} more`] : [];
  throw new Failure([...problems.slice(0, maxProblems), ...more].join('; '));
}

/** Expects the status of the endpoint's row in §4. */
export function expectSuccess({ operation, request, status }: ServiceResponse): void {
  const { status: expected, path } = endpoints[operation];
  if (status === expected) return;
  throw new Failure(`${request}: expected status ${expected}, received ${status}${hintFor(status, path)}`);
}

function hintFor(status: number, path: string): string {
  if (status === 401 || status === 403) {
    return '. Do the calls need credentials, or others (headers; --token, --header)?';
  }
  if (status === 404 && !path.includes(':')) return '. Is baseUrl right, with its path?';
  const isRedirect = status < 400 && (status < 200 || status >= 300);
  return isRedirect ? '. Does baseUrl lead to the service itself?' : '';
}

/** Expects a success with a value under `data` (§2, conventions). */
function expectData(response: ServiceResponse): unknown {
  expectSuccess(response);
  const body = jsonOf(response);
  const envelope = recordOf(body);
  if (envelope && Object.hasOwn(envelope, 'data')) return envelope['data'];
  const received = envelope ? 'an object without it' : typeOf(body);
  throw new Failure(`${response.request}: expected an object with the key data, received ${received}`);
}

/** Expects a success with an array under `data`. */
export function expectList(response: ServiceResponse): readonly unknown[] {
  const data = expectData(response);
  if (Array.isArray(data)) return data;
  throw new Failure(`${response.request}: data: expected array, received ${typeOf(data)}`);
}

/** Expects a success with an object under `data`. */
export function expectResource(response: ServiceResponse): JsonObject {
  const data = expectData(response);
  const resource = recordOf(data);
  if (resource) return resource;
  throw new Failure(`${response.request}: data: expected object, received ${typeOf(data)}`);
}

/** Expects a success with a complete mock service under `data`. */
export function expectMockService(response: ServiceResponse): JsonObject {
  const resource = expectResource(response);
  expectNone(shapeProblems(mockService, resource, `${response.request}: data`));
  return resource;
}

/** Where the value at `path` differs from its schema. */
export function shapeProblems(schema: Schema, value: unknown, path: string): string[] {
  return check(schema, value).map((issue) => {
    const joint = issue.path === '' || issue.path.startsWith('[') ? '' : '.';
    return `${path}${joint}${issue.path}: expected ${issue.expected}, received ${issue.received}`;
  });
}

/** Maps of §2.3, whose keys are data: one that was not sent does not belong there. */
const maps = /(^|\.)defaultResponseHeaders$/;

/**
 * Where `received` differs from `sent`. An additional field is no difference, since objects may have fields that the
 * interface does not name; an additional member of an array or a map is one.
 */
export function differences(sent: unknown, received: unknown, path: string): string[] {
  if (Array.isArray(sent)) return arrayDifferences(sent, received, path);
  const fields = recordOf(sent);
  if (fields === undefined) {
    if (Object.is(sent, received)) return [];
    const other = typeof sent === typeof received ? `another ${typeof sent}` : typeOf(received);
    return [`${path}: expected the ${typeof sent} sent, received ${other}`];
  }
  const found = recordOf(received);
  if (found === undefined) return [`${path}: expected object, received ${typeOf(received)}`];
  const added = maps.test(path) ? Object.keys(found).filter((key) => !Object.hasOwn(fields, key)) : [];
  return [
    ...Object.entries(fields).flatMap(([key, value]) => differences(value, found[key], `${path}.${key}`)),
    ...added.map(
      (key) => `${path}: expected the members sent, received another one (${JSON.stringify(key)})`,
    ),
  ];
}

function arrayDifferences(sent: readonly unknown[], received: unknown, path: string): string[] {
  if (!Array.isArray(received)) return [`${path}: expected array, received ${typeOf(received)}`];
  if (received.length !== sent.length) {
    return [`${path}: expected the ${sent.length} items sent, received ${received.length}`];
  }
  return sent.flatMap((item, i) => differences(item, received[i], `${path}[${i}]`));
}

/** Whether the identifier at `path` is another one. */
export function idDifferences(expected: unknown, received: unknown, path: string): string[] {
  return sameId(expected, received) ? [] : [`${path}: expected the same identifier, received another`];
}

/** Which of the timestamps in `fields` differ between two reads of one mock service. */
export function timeDifferences(
  expected: JsonObject,
  received: JsonObject,
  path: string,
  fields: readonly string[] = ['createdAt', 'updatedAt'],
): string[] {
  return fields
    .filter((field) => !sameInstant(expected[field], received[field]))
    .map((field) => `${path}.${field}: expected the same time, received another`);
}

/** Compares identifiers regardless of letter case, which the interface leaves open. */
export function sameId(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && typeof other === 'string' && one.toLowerCase() === other.toLowerCase();
}

/** Compares timestamps at the precision of the less precise one; the number of fraction digits is open. */
export function sameInstant(one: unknown, other: unknown): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  const digits = Math.min(3, fractionDigits(one), fractionDigits(other));
  const unit = 10 ** (3 - digits);
  return Math.floor(Date.parse(one) / unit) === Math.floor(Date.parse(other) / unit);
}

/** How many fraction digits a timestamp has. */
export function fractionDigits(timestamp: string): number {
  return /\.(\d+)/.exec(timestamp)?.[1]?.length ?? 0;
}

/** The JSON type of a value; `nothing` for a field that is missing. */
export function typeOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
