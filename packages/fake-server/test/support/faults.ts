import { createFakeServer, type FakeServer, type FaultOptions } from '@mock-services/fake-server/core';
import { demoSeed } from '@mock-services/fake-server/demo';
import { workspacesPath } from './paths.ts';
import { send } from './wire.ts';

/** Creates a fake server with faults, which apply to `listWorkspaces` unless they name another operation. */
export function fakeWithFaults(...faults: readonly Partial<FaultOptions>[]): FakeServer {
  const fake = createFakeServer({ seed: demoSeed() });
  for (const fault of faults) fake.faults.add({ operation: 'listWorkspaces', ...fault });
  return fake;
}

/** Lists the workspaces with a request and returns the status of the response. */
export function listWorkspaces(fake: FakeServer, query = ''): number {
  return send(fake, 'GET', workspacesPath + query).status;
}
