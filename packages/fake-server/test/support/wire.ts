import type { FakeServer, WireRequest, WireResponse } from '@mock-services/fake-server/core';
import { mockServicePath, mockServicesPath, readPaths, workspacesPath } from './paths.ts';
import { input } from './samples.ts';

export const jsonHeaders = { 'content-type': 'application/json' };

export function wireRequest(method: string, path: string, body?: unknown): WireRequest {
  return body === undefined
    ? { method, path }
    : { method, path, headers: jsonHeaders, body: JSON.stringify(body) };
}

/** Returns options for `fetch` that send a value as JSON with POST. */
export function postOf(body: unknown): { method: string; headers: Record<string, string>; body: string } {
  return { method: 'POST', headers: { ...jsonHeaders }, body: JSON.stringify(body) };
}

export function send(
  fake: Pick<FakeServer, 'handle'>,
  method: string,
  path: string,
  body?: unknown,
): WireResponse {
  return fake.handle(wireRequest(method, path, body));
}

/** Returns the id of the new mock service. */
export function create(fake: Pick<FakeServer, 'handle'>): string {
  const { body } = send(fake, 'POST', mockServicePath, input());
  return (JSON.parse(body) as { id: string }).id;
}

export function dataAt(fake: Pick<FakeServer, 'handle'>, path: string): unknown {
  return (JSON.parse(send(fake, 'GET', path).body) as { data: unknown }).data;
}

/** Returns the time of the clock and the responses to all GET requests as strings. */
export function everythingOf(fake: FakeServer): string[] {
  const idsAt = (path: string) => (dataAt(fake, path) as { id: string }[]).map(({ id }) => id);
  const paths = readPaths({ mockServiceId: idsAt(mockServicesPath), workspaceId: idsAt(workspacesPath) });
  return [String(fake.clock.now()), ...paths.map((path) => send(fake, 'GET', path).body)];
}
