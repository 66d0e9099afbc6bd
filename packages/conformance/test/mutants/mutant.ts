/** Creates mutants, which are fake servers with one changed behavior. */
import { endpoints, operationIds, type OperationId } from '@mock-services/sdk/contract';
import type { WireRequest, WireResponse } from '@mock-services/fake-server/core';

export const mockServicePath = endpoints.createMockService.path;
export const mockServicesPath = endpoints.listMockServices.path;

export type Next = (request: WireRequest) => WireResponse;

/** A middleware between a client and the fake server. */
export type Mutation = (request: WireRequest, next: Next) => WireResponse;

/** Description of a changed behavior, the `must` cases that must fail, and a function that creates a new mutation. */
export type Mutant = readonly [behavior: string, fails: string | readonly string[], make: () => Mutation];

/** The current time, rounded to a minute. All timestamps thus have the same precision in each run. */
export const recently = Math.floor(Date.now() / 60_000) * 60_000;

/** A JSON object that a mutant changes in place. */
export type Fields = Record<string, unknown>;

type Operations = OperationId | readonly OperationId[];

const patterns = operationIds.map((id) => ({
  id,
  method: endpoints[id].method,
  path: new RegExp(`^${endpoints[id].path.replaceAll(/:\w+/g, '([^/]+)')}$`),
}));

export function operationOf({ method, path }: WireRequest): OperationId | undefined {
  const [pathname = ''] = path.split('?', 1);
  return patterns.find((row) => row.method === method && row.path.test(pathname))?.id;
}

/** Returns the id in the path of a request. Returns an empty string if the path has no id. */
export function idIn({ path }: WireRequest): string {
  return patterns.map((row) => row.path.exec(path)?.[1]).find((id) => id !== undefined) ?? '';
}

/** Creates a mutation that changes the successful responses of some operations. */
export function responding(
  operations: Operations,
  change: (response: WireResponse) => WireResponse,
): () => Mutation {
  return () => (request, next) => {
    const response = next(request);
    const operation = operationOf(request);
    const isAffected = operation !== undefined && [operations].flat().includes(operation);
    return isAffected && response.status < 300 ? change(response) : response;
  };
}

/** Creates a mutation that changes the body of successful responses. */
export function body(operations: Operations, change: (value: Fields) => unknown): () => Mutation {
  return responding(operations, (response) => ({
    ...response,
    body: JSON.stringify(change(JSON.parse(response.body) as Fields)),
  }));
}

/** Creates a mutation that changes each resource in `data` of a response. */
export function resource(operations: Operations, change: (value: Fields) => void): () => Mutation {
  return body(operations, (value) => {
    for (const item of [value['data']].flat()) change(item as Fields);
    return value;
  });
}

/** Creates a mutation that replaces a field of each resource. */
export function field(
  operations: Operations,
  path: string,
  change: (value: unknown) => unknown,
): () => Mutation {
  return resource(operations, having(path, change));
}

/** Creates a mutation that changes the list in `data` of a response. */
export function listing(operations: Operations, change: (items: Fields[]) => unknown): () => Mutation {
  return body(operations, ({ data }) => ({ data: change(data as Fields[]) }));
}

/** Creates a mutation that replaces the handling of one operation. */
export function instead(operation: OperationId, respond: Mutation): () => Mutation {
  return () => (request, next) =>
    operationOf(request) === operation ? respond(request, next) : next(request);
}

/**
 * Creates a mutation that has no effect on the first delete of a mock service. A run that cannot delete its first mock
 * service stops.
 */
export function afterFirstDelete(mutation: Mutation): Mutation {
  let isDeleted = false;
  return (request, next) => {
    if (isDeleted) return mutation(request, next);
    isDeleted = operationOf(request) === 'deleteMockService';
    return next(request);
  };
}

/** Creates a mutation that changes the input of creates. Input that is not a mock service is not changed. */
export function creating(change: (input: Fields) => void): () => Mutation {
  return instead('createMockService', (request, next) => next(sending(request, ifMockService(change))));
}

/**
 * Creates a mutation that changes the input of updates. `change` receives the input and the mock service before the
 * update.
 */
export function updating(change: (input: Fields, before: Fields) => void): () => Mutation {
  return instead('updateMockService', (request, next) => {
    const before = stored(next, idIn(request));
    const changed = ifMockService((input) => change(input, before));
    return next(sending(request, ({ data }) => ({ data: changed(data as Fields) })));
  });
}

const ifMockService = (change: (input: Fields) => void) => (input: Fields) => {
  if ('config' in input) change(input);
  return input;
};

/** Returns a request with a changed body. If the body is not JSON, the request is not changed. */
export function sending(request: WireRequest, change: (value: Fields) => unknown): WireRequest {
  const { body = '{}' } = request;
  return body.endsWith('}')
    ? { ...request, body: JSON.stringify(change(JSON.parse(body) as Fields)) }
    : request;
}

/** Returns a function that removes the field at a path such as `config.cors.allowedHeaders`. */
export function without(path: string): (value: Fields) => void {
  return (value) => {
    const [parent, name] = parentOf(value, path);
    Reflect.deleteProperty(parent, name);
  };
}

/** Returns a function that replaces the value of a field. */
export function having(path: string, change: (value: unknown) => unknown): (value: Fields) => void {
  return (value) => {
    const [parent, name] = parentOf(value, path);
    parent[name] = change(parent[name]);
  };
}

function parentOf(value: Fields, path: string): [parent: Fields, name: string] {
  const names = path.split('.');
  const name = names.pop() ?? '';
  return [names.reduce((object, each) => object[each] as Fields, value), name];
}

/** Returns the value of the `data` field in a response body. */
export const dataOf = ({ body }: WireResponse) => (JSON.parse(body) as { data: Fields }).data;

/** Returns the mock service with the given id. */
export function stored(next: Next, id: string): Fields {
  return dataOf(next({ method: 'GET', path: `${mockServicePath}/${id}` }));
}

/** Returns the ids of all mock services, starting with the oldest mock service. */
export function idsIn(next: Next): string[] {
  const { body } = next({ method: 'GET', path: mockServicesPath });
  return (JSON.parse(body) as { data: { id: string }[] }).data.map(({ id }) => id);
}
