/** Creates mutants, which are fake servers with one changed behavior. */
import { endpoints, operationIds, type OperationId } from '@mock-services/sdk/contract';
import type { WireRequest, WireResponse } from '@mock-services/fake-server/core';

export const mockServicePath = endpoints.createMockService.path;
export const mockServicesPath = endpoints.listMockServices.path;

type Next = (request: WireRequest) => WireResponse;

/** Middleware between a client and the fake server. */
export type Mutation = (request: WireRequest, next: Next) => WireResponse;

/** A changed behavior, the `must` cases that must fail, and a function that creates a mutation with new state. */
export type Mutant = readonly [behavior: string, fails: string | readonly string[], make: () => Mutation];

/** The current time, rounded to a minute, so that all timestamps have the same precision in each run. */
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
  return patterns.find((row) => row.method === method && row.path.test(path))?.id;
}

/** Returns the id in the path of a request, or an empty string. */
export function idIn({ path }: WireRequest): string {
  return patterns.map((row) => row.path.exec(path)?.[1]).find((id) => id !== undefined) ?? '';
}

/** Changes the successful responses of some operations. */
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

/** Changes the body of successful responses. */
export function body(operations: Operations, change: (value: Fields) => unknown): () => Mutation {
  return responding(operations, (response) => ({
    ...response,
    body: JSON.stringify(change(JSON.parse(response.body) as Fields)),
  }));
}

/** Changes each resource under `data`, in place. */
export function resource(operations: Operations, change: (value: Fields) => void): () => Mutation {
  return body(operations, (value) => {
    for (const item of [value['data']].flat()) change(item as Fields);
    return value;
  });
}

/** Replaces a field of each resource. */
export function field(
  operations: Operations,
  path: string,
  change: (value: unknown) => unknown,
): () => Mutation {
  return resource(operations, having(path, change));
}

/** Changes the list under `data`. */
export function listing(operations: Operations, change: (items: Fields[]) => unknown): () => Mutation {
  return body(operations, ({ data }) => ({ data: change(data as Fields[]) }));
}

/** Replaces the handling of one operation. */
export function instead(operation: OperationId, respond: Mutation): () => Mutation {
  return () => (request, next) =>
    operationOf(request) === operation ? respond(request, next) : next(request);
}

/** Changes the input of creates, unless it is not a mock service. */
export function creating(change: (input: Fields) => void): () => Mutation {
  return instead('createMockService', (request, next) => next(sending(request, ifMockService(change))));
}

/** Changes the input of updates, given the mock service before the update. */
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

/** Returns the request with a changed body. A body that is not JSON is not changed. */
export function sending(request: WireRequest, change: (value: Fields) => unknown): WireRequest {
  const { body = '{}' } = request;
  return body.endsWith('}')
    ? { ...request, body: JSON.stringify(change(JSON.parse(body) as Fields)) }
    : request;
}

/** Removes a field at a path such as `config.cors.allowedHeaders`. */
export function without(path: string): (value: Fields) => void {
  return (value) => {
    const [parent, name] = parentOf(value, path);
    Reflect.deleteProperty(parent, name);
  };
}

/** Replaces the value of a field. */
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

/** Returns the value under `data` in a body. */
export const dataOf = ({ body }: WireResponse) => (JSON.parse(body) as { data: Fields }).data;

/** Reads the mock service with an id. */
export function stored(next: Next, id: string): Fields {
  return dataOf(next({ method: 'GET', path: `${mockServicePath}/${id}` }));
}

/** Returns the ids of all mock services, oldest first. */
export function idsIn(next: Next): string[] {
  const { body } = next({ method: 'GET', path: mockServicesPath });
  return (JSON.parse(body) as { data: { id: string }[] }).data.map(({ id }) => id);
}
