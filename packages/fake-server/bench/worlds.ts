import { expandPath, endpoints, type OperationId } from '@mock-services/sdk/contract';
import { createFakeServer, type FakeServer } from '@mock-services/fake-server';

/** A fake server with so many mock services. */
export function worldOf(services: number): FakeServer {
  const fake = createFakeServer({ seed: {} });
  for (let i = 0; i < services; i += 1) fake.mockServices.add({ title: `Service ${i}` });
  return fake;
}

/** The path of an operation, with one value for each of its parameters. */
export function pathOf(operation: OperationId, id = ''): string {
  return expandPath(endpoints[operation].path, { mockServiceId: id, workspaceId: id });
}

/** Sends one GET so often, straight to the core. */
export function handling(fake: FakeServer, path: string): (n: number) => void {
  const request = { method: 'GET', path };
  return (n) => {
    for (let i = 0; i < n; i += 1) fake.handle(request);
  };
}

/** Sends one GET so often, one after the other. */
export function fetching(
  fetch: (url: string) => Promise<Response>,
  url: string,
): (n: number) => Promise<void> {
  return async (n) => {
    for (let i = 0; i < n; i += 1) await (await fetch(url)).text();
  };
}
