/** Error messages contain paths and types, but never values, because values may be secret. */
import { check, endpoints, mockService, type Schema } from '@mock-services/sdk/contract';
import { jsonOf, observedBody, recordOf, type JsonObject, type ServiceResponse } from './response.ts';
import { Failure } from './outcome.ts';
import type { ObservedBody } from './profile.ts';

/** Maximum number of problems in a message, because a log may contain thousands of invalid entries. */
const maxProblems = 5;

export function expectNone(problems: readonly string[]): void {
  if (problems.length === 0) return;
  const more = problems.length > maxProblems ? [`and ${problems.length - maxProblems} more`] : [];
  throw new Failure([...problems.slice(0, maxProblems), ...more].join('; '));
}

export function expectSuccess({ operation, request, status }: ServiceResponse): void {
  const { status: expected, path } = endpoints[operation];
  if (status === expected) return;
  throw new Failure(`${request}: expected status ${expected}, received ${status}${hintFor(status, path)}`);
}

/** Accepts any 2xx status, because other cases check the exact status. */
export function expectAccepted({ request, status }: ServiceResponse): void {
  if (status < 200 || status >= 300) throw new Failure(`${request}: expected a success, received ${status}`);
}

export function acceptedBody(response: ServiceResponse): ObservedBody {
  expectAccepted(response);
  return observedBody(response);
}

function hintFor(status: number, path: string): string {
  if (status === 404 && !path.includes(':')) return '. Is baseUrl correct, including its path?';
  const isRedirect = status < 400 && (status < 200 || status >= 300);
  return isRedirect ? '. Does baseUrl lead to the service itself?' : '';
}

function expectData(response: ServiceResponse): unknown {
  expectSuccess(response);
  const body = jsonOf(response);
  const envelope = recordOf(body);
  if (envelope && Object.hasOwn(envelope, 'data')) return envelope['data'];
  const received = envelope ? 'an object without it' : typeOf(body);
  throw new Failure(`${response.request}: expected an object with the key data, received ${received}`);
}

export function expectList(response: ServiceResponse): readonly unknown[] {
  const data = expectData(response);
  if (Array.isArray(data)) return data;
  throw new Failure(`${response.request}: data: expected array, received ${typeOf(data)}`);
}

export function expectResource(response: ServiceResponse): JsonObject {
  const data = expectData(response);
  const resource = recordOf(data);
  if (resource) return resource;
  throw new Failure(`${response.request}: data: expected object, received ${typeOf(data)}`);
}

export function expectMockService(response: ServiceResponse): JsonObject {
  const resource = expectResource(response);
  expectNone(shapeProblems(mockService, resource, `${response.request}: data`));
  return resource;
}

export function shapeProblems(schema: Schema, value: unknown, path: string): string[] {
  return check(schema, value).map((issue) => {
    const joint = issue.path === '' || issue.path.startsWith('[') ? '' : '.';
    return `${path}${joint}${issue.path}: expected ${issue.expected}, received ${issue.received}`;
  });
}

/** Paths of maps (§2.3). The keys of a map are data, so a received key that was not sent counts as a difference. */
const maps = /(^|\.)defaultResponseHeaders$/;

/** Ignores additional fields of objects, but not of maps, because the interface allows unknown fields. */
export function differences(sent: unknown, received: unknown, path: string): string[] {
  if (Array.isArray(sent)) {
    if (!Array.isArray(received)) return [`${path}: expected array, received ${typeOf(received)}`];
    return received.length === sent.length
      ? sent.flatMap((item, i) => differences(item, received[i], `${path}[${i}]`))
      : [`${path}: expected the ${sent.length} items that were sent, received ${received.length}`];
  }
  const fields = recordOf(sent);
  if (fields === undefined) {
    if (Object.is(sent, received)) return [];
    const other = typeof sent === typeof received ? `another ${typeof sent}` : typeOf(received);
    return [`${path}: expected the ${typeof sent} that was sent, received ${other}`];
  }
  const found = recordOf(received);
  if (found === undefined) return [`${path}: expected object, received ${typeOf(received)}`];
  const added = maps.test(path) ? Object.keys(found).filter((key) => !Object.hasOwn(fields, key)) : [];
  return [
    ...Object.entries(fields).flatMap(([key, value]) => differences(value, found[key], `${path}.${key}`)),
    ...added.map(
      (key) =>
        `${path}: expected only the members that were sent, received another member (${JSON.stringify(key)})`,
    ),
  ];
}

export function idDifferences(expected: unknown, received: unknown, path: string): string[] {
  return sameId(expected, received) ? [] : [`${path}: expected the same identifier, received another`];
}

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

/** Compares ids case-insensitively, because the interface does not specify upper or lower case. */
export function sameId(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && typeof other === 'string' && one.toLowerCase() === other.toLowerCase();
}

/** Compares timestamps at the lower precision, because the interface does not specify the number of fraction digits. */
export function sameInstant(one: unknown, other: unknown): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  const unit = 10 ** (3 - Math.min(3, fractionDigits(one), fractionDigits(other)));
  return Math.floor(Date.parse(one) / unit) === Math.floor(Date.parse(other) / unit);
}

export function fractionDigits(timestamp: string): number {
  return /\.(\d+)/.exec(timestamp)?.[1]?.length ?? 0;
}

export function typeOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
