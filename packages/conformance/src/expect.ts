/** Expectations and comparisons. Messages name paths and types, never values. */
import { check, endpoints, mockService, type Schema } from '@mock-services/sdk/contract';
import { jsonOf, recordOf, type JsonObject, type ServiceResponse } from './client.ts';
import { Failure } from './outcome.ts';

/** Keeps the message about a log with a thousand wrong entries short. */
const maxProblems = 5;

/** Fails with all `problems`, if there are any. */
export function expectNone(problems: readonly string[]): void {
  if (problems.length === 0) return;
  const more = problems.length > maxProblems ? [`and ${problems.length - maxProblems} more`] : [];
  throw new Failure([...problems.slice(0, maxProblems), ...more].join('; '));
}

/** Expects the status that the table of endpoints (§4) states. */
export function expectSuccess({ operation, request, status }: ServiceResponse): void {
  const { status: expected, path } = endpoints[operation];
  if (status === expected) return;
  throw new Failure(`${request}: expected status ${expected}, received ${status}${hintFor(status, path)}`);
}

function hintFor(status: number, path: string): string {
  if (status === 401 || status === 403)
    return '. Do the calls need credentials, or others (headers; --token, --header)?';
  if (status === 404 && !path.includes(':')) return '. Is baseUrl right, with its path?';
  const isRedirect = status < 400 && (status < 200 || status >= 300);
  return isRedirect ? '. Does baseUrl lead to the service itself?' : '';
}

/** Expects a success with a value under `data`. */
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

/** The differences between a value and its schema. */
export function shapeProblems(schema: Schema, value: unknown, path: string): string[] {
  return check(schema, value).map((issue) => {
    const joint = issue.path === '' || issue.path.startsWith('[') ? '' : '.';
    return `${path}${joint}${issue.path}: expected ${issue.expected}, received ${issue.received}`;
  });
}

/** Maps of §2.3, whose keys are data: a key that was not sent is a difference. */
const maps = /(^|\.)defaultResponseHeaders$/;

/**
 * The differences between `sent` and `received`. An additional field of an object is not a difference, because the
 * interface allows fields that it does not name. An additional member of an array or a map is a difference.
 */
export function differences(sent: unknown, received: unknown, path: string): string[] {
  if (Array.isArray(sent)) {
    if (!Array.isArray(received)) return [`${path}: expected array, received ${typeOf(received)}`];
    return received.length === sent.length
      ? sent.flatMap((item, i) => differences(item, received[i], `${path}[${i}]`))
      : [`${path}: expected the ${sent.length} items sent, received ${received.length}`];
  }
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

/** A problem if the identifiers differ. */
export function idDifferences(expected: unknown, received: unknown, path: string): string[] {
  return sameId(expected, received) ? [] : [`${path}: expected the same identifier, received another`];
}

/** A problem for each timestamp in `fields` that differs between two reads of a mock service. */
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

/** Compares timestamps at the precision of the less precise timestamp, because the number of digits is open. */
export function sameInstant(one: unknown, other: unknown): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  const unit = 10 ** (3 - Math.min(3, fractionDigits(one), fractionDigits(other)));
  return Math.floor(Date.parse(one) / unit) === Math.floor(Date.parse(other) / unit);
}

/** The number of fraction digits of a timestamp. */
export function fractionDigits(timestamp: string): number {
  return /\.(\d+)/.exec(timestamp)?.[1]?.length ?? 0;
}

/** The JSON type of a value; `nothing` for a missing field. */
export function typeOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
