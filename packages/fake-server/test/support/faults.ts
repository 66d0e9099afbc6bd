import {
  createFakeServer,
  demoSeed,
  type FakeServer,
  type FaultOptions,
} from '@mock-services/fake-server/core';
import { workspacesPath } from './paths.ts';
import { send } from './wire.ts';

/** A fault without an operation applies to `listWorkspaces`. */
export function fakeWithFaults(...faults: readonly Partial<FaultOptions>[]): FakeServer {
  const fake = createFakeServer({ seed: demoSeed() });
  for (const fault of faults) fake.faults.add({ operation: 'listWorkspaces', ...fault });
  return fake;
}

/** Returns the status of the response. */
export function listWorkspaces(fake: FakeServer, query = ''): number {
  return send(fake, 'GET', workspacesPath + query).status;
}
