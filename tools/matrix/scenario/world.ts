/** A fake server as the scenario uses it, however it is reached. */
import {
  createFakeServer,
  type FakeServer,
  type FaultOptions,
  type Snapshot,
} from '@mock-services/fake-server/core';
import { createClient, type Client, type ClientOptions, type OperationId } from '@mock-services/sdk';

/** A fake server with its initial state. */
export interface World {
  readonly client: (options?: Omit<ClientOptions, 'baseUrl' | 'fetch'>) => Client;
  readonly addFault: (fault: FaultOptions) => Promise<void>;
  /** How many requests for an operation were received. */
  readonly received: (operation: OperationId) => Promise<number>;
  readonly snapshot: () => Promise<Snapshot>;
  readonly restore: (snapshot: Snapshot) => Promise<void>;
}

/** A way to reach a fake server. */
export interface Face {
  readonly name: string;
  /** Called for each check. */
  readonly open: () => Promise<World>;
  /** Called at the end, as a check of its own. */
  readonly close?: () => Promise<void>;
}

/** A fake server of its own for each check, through `fake.fetch`. */
export const fetchFace: Face = {
  name: 'fetch',
  open: () => {
    const fake = createFakeServer();
    return Promise.resolve(worldOf(fake, { baseUrl: fake.baseUrl, fetch: fake.fetch }));
  },
};

/** A fake server in this process. */
export function worldOf(fake: FakeServer, reach: Pick<ClientOptions, 'baseUrl' | 'fetch'>): World {
  return {
    client: (options) => createClient({ ...reach, ...options }),
    addFault: (fault) => Promise.resolve(void fake.faults.add(fault)),
    received: (operation) => Promise.resolve(fake.journal.find({ operation }).length),
    snapshot: () => Promise.resolve(fake.snapshot()),
    restore: (snapshot) => Promise.resolve(fake.restore(snapshot)),
  };
}

/** The fake server on a port, which is reset for each check. */
export function portFace(baseUrl: string): Face {
  const admin = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${baseUrl}/__fake${path}`, { method, ...text });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? undefined : response.json();
  };
  const world: World = {
    client: (options) => createClient({ baseUrl, ...options }),
    addFault: async (fault) => void (await admin('POST', '/faults', fault)),
    received: async (operation) => {
      const { found } = (await admin('POST', '/journal/find', { operation })) as {
        found: readonly unknown[];
      };
      return found.length;
    },
    snapshot: async () => (await admin('GET', '/snapshot')) as Snapshot,
    restore: async (snapshot) => void (await admin('PUT', '/snapshot', snapshot)),
  };
  const reset = () => admin('POST', '/reset');
  const open = async (): Promise<World> => {
    // A fault may have broken connections that the runtime keeps for the next requests.
    await reset().catch(reset).catch(reset).catch(reset);
    return world;
  };
  return { name: 'port', open };
}
