/** This module contains the fake servers of the scenario, and functions that run the checks of the scenario. */
import {
  createFakeServer,
  type FakeServer,
  type FaultOptions,
  type Snapshot,
} from '@mock-services/fake-server/core';
import { demoSeed } from '@mock-services/fake-server/demo';
import { createClient, type Client, type ClientOptions, type OperationId } from '@mock-services/sdk';

/** A fake server in its initial state. */
export interface World {
  readonly client: (options?: Omit<ClientOptions, 'baseUrl' | 'fetch'>) => Client;
  readonly addFault: (fault: FaultOptions) => Promise<void>;
  /** Returns the number of received requests for an operation. */
  readonly received: (operation: OperationId) => Promise<number>;
  readonly snapshot: () => Promise<Snapshot>;
  readonly restore: (snapshot: Snapshot) => Promise<void>;
}

/** A way to reach a fake server. */
export interface Adapter {
  readonly name: string;
  /** Called before each check. */
  readonly open: () => Promise<World>;
  /** A function that is called after the last check. If the function fails, a failed check is reported. */
  readonly close?: () => Promise<void>;
}

/** An adapter that creates a new fake server for each check. The checks call the fake server through `fake.fetch`. */
export const fetchAdapter: Adapter = {
  name: 'fetch',
  open: async () => {
    const fake = createFakeServer({ seed: demoSeed() });
    return worldOf(fake, { baseUrl: fake.baseUrl, fetch: fake.fetch });
  },
};

/** Creates a `World` for a fake server that runs in this process. */
export function worldOf(fake: FakeServer, reach: Pick<ClientOptions, 'baseUrl' | 'fetch'>): World {
  return {
    client: (options) => createClient({ ...reach, ...options }),
    addFault: async (fault) => void fake.faults.add(fault),
    received: async (operation) => fake.journal.find({ operation }).length,
    snapshot: async () => fake.snapshot(),
    restore: async (snapshot) => fake.restore(snapshot),
  };
}

/** Creates an adapter that calls a fake server on a port. The adapter resets the fake server before each check. */
export function portAdapter(baseUrl: string, name = 'port'): Adapter {
  const admin = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${baseUrl}/__fake${path}`, { method, ...content });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? undefined : response.json();
  };
  const world: World = {
    client: (options) => createClient({ baseUrl, ...options }),
    addFault: async (fault) => void (await admin('POST', '/faults', fault)),
    received: async (operation) => {
      const { found } = (await admin('POST', '/journal/find', { operation })) as { found: unknown[] };
      return found.length;
    },
    snapshot: async () => (await admin('GET', '/snapshot')) as Snapshot,
    restore: async (snapshot) => void (await admin('PUT', '/snapshot', snapshot)),
  };
  const reset = () => admin('POST', '/reset');
  const open = async (): Promise<World> => {
    // The reset is retried, because the runtime may reuse a keep-alive connection that a fault has broken.
    await reset().catch(reset).catch(reset).catch(reset);
    return world;
  };
  return { name, open };
}

/** Result of a check. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  /** Message of a failed check. */
  readonly error?: string;
}

/** Checks by name. */
export type Checks = Readonly<Record<string, (world: World) => Promise<void>>>;

/** Time limit of a check in milliseconds. */
const limit = 10_000;

/** Runs checks one after the other. The promise never rejects. */
export async function runChecks({ name: group, open }: Adapter, checks: Checks): Promise<Check[]> {
  const results: Check[] = [];
  for (const [title, check] of Object.entries(checks)) {
    const name = `${group}: ${title}`;
    try {
      await limited(open().then(check));
      results.push({ name, ok: true });
    } catch (error) {
      results.push({ name, ok: false, error: messageOf(error) });
    }
  }
  return results;
}

async function limited(work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`The check did not finish within ${limit / 1000} seconds.`)),
      limit,
    );
  });
  try {
    await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** Throws an error if the two values differ when they are serialized as JSON. */
export function equal(actual: unknown, expected: unknown): void {
  const [received, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (received !== wanted) throw new Error(`expected ${wanted}, received ${received}`);
}

/**
 * Returns the error that `work` rejects with. Throws an error if `work` resolves, or if `guard` does not accept the
 * error that `work` rejects with.
 */
export async function rejection<Wanted>(
  work: PromiseLike<unknown>,
  guard: (error: unknown) => error is Wanted,
): Promise<Wanted> {
  const error: unknown = await work.then(
    () => 'no error',
    (reason: unknown) => reason,
  );
  if (guard(error)) return error;
  throw new Error(`expected an error that ${guard.name} accepts, received ${messageOf(error)}`);
}
