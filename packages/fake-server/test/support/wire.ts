import type { FakeServer, WireResponse } from '@mock-services/fake-server/core';
import { input } from './samples.ts';

/** Sends a message with a JSON body, if there is one, straight to the core. */
export function send(fake: FakeServer, method: string, path: string, body?: unknown): WireResponse {
  const request = { method, path };
  if (body === undefined) return fake.handle(request);
  return fake.handle({
    ...request,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Creates a mock service and returns its id. */
export function create(fake: FakeServer): string {
  const { body } = send(fake, 'POST', '/configuration/mock-service', input());
  return (JSON.parse(body) as { id: string }).id;
}

/** The `data` of what a GET answers. */
export function dataAt(fake: FakeServer, path: string): unknown {
  return (JSON.parse(send(fake, 'GET', path).body) as { data: unknown }).data;
}

/** All that can be read of a fake server, as text. */
export function everythingOf(fake: FakeServer): string[] {
  const idsAt = (path: string) => (dataAt(fake, path) as { id: string }[]).map(({ id }) => id);
  const paths = [
    '/configuration/mock-services',
    '/configuration/workspaces',
    ...idsAt('/configuration/mock-services').map((id) => `/configuration/mock-service/${id}`),
    ...idsAt('/configuration/workspaces').flatMap((id) => [
      `/configuration/workspace/${id}`,
      `/workspace/${id}/activity`,
    ]),
  ];
  return [String(fake.clock.now()), ...paths.map((path) => send(fake, 'GET', path).body)];
}
