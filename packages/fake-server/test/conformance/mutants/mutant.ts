/** Mutants: the fake server with one behaviour changed, at the level of its plain messages. */
import { endpoints, operationIds, type OperationId } from '@mock-services/sdk/contract';
import type { WireRequest, WireResponse } from '@mock-services/fake-server/core';

/** The fake server itself. */
export type Next = (request: WireRequest) => WireResponse;

/** Middleware between a client and the fake server. */
export type Mutation = (request: WireRequest, next: Next) => WireResponse;

/** One changed behaviour. */
export interface Mutant {
  /** What the service does wrong. */
  readonly name: string;
  /** The `must` case that has to fail. */
  readonly killedBy: string;
  /** Creates a mutation with fresh state. */
  readonly make: () => Mutation;
}

/** The current time to the minute, so that how precise timestamps are changes nothing from run to run. */
export const recently = Math.floor(Date.now() / 60_000) * 60_000;

/** Any JSON object, to be changed in place. */
export type Fields = Record<string, unknown>;

const patterns = operationIds.map((id) => ({
  id,
  method: endpoints[id].method,
  path: new RegExp(`^${endpoints[id].path.replaceAll(/:\w+/g, '([^/]+)')}$`),
}));

/** The operation that a request is for. */
export function operationOf({ method, path }: WireRequest): OperationId | undefined {
  return patterns.find((row) => row.method === method && row.path.test(path))?.id;
}

/** The id in the path of a request; empty when there is none. */
export function idIn({ path }: WireRequest): string {
  return patterns.map((row) => row.path.exec(path)?.[1]).find((id) => id !== undefined) ?? '';
}

/** A mutant that changes the successful responses of some operations. */
export function responding(
  operations: OperationId | readonly OperationId[],
  change: (response: WireResponse) => WireResponse,
): () => Mutation {
  return () => (request, next) => {
    const response = next(request);
    const operation = operationOf(request);
    const isAffected = operation !== undefined && [operations].flat().includes(operation);
    return isAffected && response.status < 300 ? change(response) : response;
  };
}

/** A mutant that changes the body of successful responses. */
export function body(
  operations: OperationId | readonly OperationId[],
  change: (value: Fields) => unknown,
): () => Mutation {
  return responding(operations, (response) => ({
    ...response,
    body: JSON.stringify(change(JSON.parse(response.body) as Fields)),
  }));
}

/** A mutant that changes each resource under `data`, in place. */
export function resource(
  operations: OperationId | readonly OperationId[],
  change: (value: Fields) => void,
): () => Mutation {
  return body(operations, (value) => {
    for (const item of [value['data']].flat()) change(item as Fields);
    return value;
  });
}

/** A mutant that handles one operation differently. */
export function instead(operation: OperationId, respond: Mutation): () => Mutation {
  return () => (request, next) =>
    operationOf(request) === operation ? respond(request, next) : next(request);
}

/** The request with its body changed. */
export function sending(request: WireRequest, change: (value: Fields) => unknown): WireRequest {
  return { ...request, body: JSON.stringify(change(JSON.parse(request.body ?? '{}') as Fields)) };
}

/** Removes a field, at a path such as `config.cors.allowedHeaders`. */
export function without(path: string): (value: Fields) => void {
  return (value) => {
    const names = path.split('.');
    Reflect.deleteProperty(objectAt(value, names.slice(0, -1)), names.at(-1) ?? '');
  };
}

/** Replaces the value of a field. */
export function having(path: string, change: (value: unknown) => unknown): (value: Fields) => void {
  return (value) => {
    const names = path.split('.');
    const parent = objectAt(value, names.slice(0, -1));
    const name = names.at(-1) ?? '';
    parent[name] = change(parent[name]);
  };
}

function objectAt(value: Fields, names: readonly string[]): Fields {
  return names.reduce((object, name) => object[name] as Fields, value);
}

/** What is under `data` in a body. */
export const dataOf = ({ body }: WireResponse) => (JSON.parse(body) as { data: Fields }).data;

/** Paths to which mutants send requests of their own. */
export const single = '/configuration/mock-service';
export const list = { method: 'GET', path: '/configuration/mock-services' };

/** Reads the mock service with an id. */
export function stored(next: Next, id: string): Fields {
  return dataOf(next({ method: 'GET', path: `${single}/${id}` }));
}

/** The ids of all mock services, oldest first. */
export function idsOf(next: Next): string[] {
  const { data } = JSON.parse(next(list).body) as { data: { id: string }[] };
  return data.map(({ id }) => id);
}
