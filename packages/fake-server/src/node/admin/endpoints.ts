/** What the admin endpoints do: the one table that routing and the served schema are made of. */
import type { OperationId } from '@mock-services/sdk/contract';
import type { FakeServer, FaultOptions, JournalFields, Seed, Snapshot } from '../../core/index.ts';
import { changeClock, type ClockChange } from './change-clock.ts';
import { cleanliness } from './cleanliness.ts';
import type { SchemaName } from './schema.ts';
import { seedWorld } from './seed-world.ts';

/** A fake server as the admin endpoints use it. */
export type AdminTarget = Pick<FakeServer, 'reset' | 'snapshot' | 'restore' | 'faults' | 'clock' | 'journal'>;

/** What `act` gets: the fake server, the body, which may be anything, and the last segment of a path that has one. */
interface AdminCall {
  readonly fake: AdminTarget;
  readonly body: unknown;
  readonly id: string;
}

/** One admin endpoint. */
export interface AdminEndpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/__fake`. */
  readonly path: string;
  readonly summary: string;
  /** Schema of the body; there is none without. */
  readonly body?: SchemaName;
  /** Schema of the result; 204 without one. */
  readonly result?: SchemaName;
  /** Does it. What is not found is `undefined` where there is to be a result, and `false` where there is none. */
  readonly act: (call: AdminCall) => unknown;
}

// Bodies are asserted to be what the core takes: it checks them, and what it throws becomes a 422.

export const adminEndpoints: readonly AdminEndpoint[] = [
  {
    method: 'GET',
    path: '/state',
    summary: 'What the fake server holds, in the form of a seed, and its time.',
    result: 'State',
    act: ({ fake }) => {
      const { clock: now, data } = fake.snapshot();
      return { now, data };
    },
  },
  {
    method: 'PUT',
    path: '/seed',
    summary: 'Begins anew with other data. Parts that are left out are empty.',
    body: 'Seed',
    act: ({ fake, body }) => seedWorld(fake, body as Seed),
  },
  {
    method: 'POST',
    path: '/reset',
    summary: 'Back to the beginning: data, identifiers, clock, faults and journal.',
    act: ({ fake }) => fake.reset(),
  },
  {
    method: 'GET',
    path: '/snapshot',
    summary: 'The whole world as it is.',
    result: 'Snapshot',
    act: ({ fake }) => fake.snapshot(),
  },
  {
    method: 'PUT',
    path: '/snapshot',
    summary: 'Puts the world back to what it was when the snapshot was taken.',
    body: 'Snapshot',
    act: ({ fake, body }) => fake.restore(body as Snapshot),
  },
  {
    method: 'GET',
    path: '/faults',
    summary: 'The faults and how often each has struck.',
    result: 'Faults',
    act: ({ fake }) => ({ faults: fake.faults.list() }),
  },
  {
    method: 'POST',
    path: '/faults',
    summary: 'Adds a fault.',
    body: 'FaultOptions',
    result: 'Fault',
    act: ({ fake, body }) =>
      fake.faults
        .add(body as FaultOptions)
        .list()
        .at(-1),
  },
  {
    method: 'DELETE',
    path: '/faults',
    summary: 'Removes all faults.',
    act: ({ fake }) => fake.faults.clear(),
  },
  {
    method: 'DELETE',
    path: '/faults/:id',
    summary: 'Removes a fault by its id, or all faults for an operation.',
    act: ({ fake, id }) => fake.faults.remove(/^\d+$/.test(id) ? Number(id) : (id as OperationId)),
  },
  {
    method: 'GET',
    path: '/clock',
    summary: 'The time.',
    result: 'Clock',
    act: ({ fake }) => ({ now: fake.snapshot().clock }),
  },
  {
    method: 'POST',
    path: '/clock',
    summary: 'Advances or sets the clock.',
    body: 'ClockChange',
    result: 'Clock',
    act: ({ fake, body }) => changeClock(fake, body as ClockChange),
  },
  {
    method: 'GET',
    path: '/journal',
    summary: 'What was received, what of it broke the contract, and whether all is well.',
    result: 'Journal',
    act: ({ fake: { journal } }) => ({
      entries: journal.entries,
      problems: journal.problems,
      ...cleanliness(journal),
    }),
  },
  {
    method: 'POST',
    path: '/journal/find',
    summary: 'The requests that are as sought, and why there is none where there is none.',
    body: 'JournalFields',
    result: 'Found',
    act: ({ fake: { journal }, body }) => ({
      found: journal.find(body as JournalFields),
      explanation: journal.explain(body as JournalFields),
    }),
  },
  {
    method: 'DELETE',
    path: '/journal',
    summary: 'Forgets what was received.',
    act: ({ fake }) => fake.journal.clear(),
  },
];
