/** The routing and the JSON Schema that the server serves are derived from this table. */
import type { OperationId } from '@mock-services/sdk/contract';
import type { FakeServer } from '../../fake.ts';
import type { FaultOptions } from '../../rows/fault.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { MockServiceDraft } from '../../fixtures/mock-services.ts';
import type { WorkspaceDraft } from '../../fixtures/workspaces.ts';
import type { JournalFields } from '../../rows/matcher.ts';
import type { Seed } from '../../fixtures/seed.ts';
import type { Snapshot } from '../../fixtures/snapshot.ts';
import type { Worlds } from '../../worlds/worlds.ts';
import {
  changeClock,
  cleanliness,
  dataOf,
  expectRequests,
  findRequests,
  importHar,
  timeOf,
  waitForRequest,
  type ClockChange,
  type JournalExpectation,
  type JournalWait,
} from './actions.ts';
import type schemas from './schemas.json';

/** A JSON Schema that `tools/admin-schemas.ts` generates. */
type SchemaName = keyof typeof schemas;

export type AdminTarget = Omit<FakeServer, 'baseUrl' | 'fetch' | 'handle'>;

/** `body` has not been validated yet. `id` and `entryId` are segments of the path. */
export interface CallArguments {
  readonly body: unknown;
  readonly id: string;
  readonly entryId: string;
}

export interface EndpointDescription {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below `/__fake`. */
  readonly path: string;
  readonly summary: string;
  readonly body?: SchemaName;
  /** Without a result schema, the status is 204. */
  readonly result?: SchemaName;
  /** @default 200 */
  readonly status?: 201;
}

export interface AdminEndpoint<Call> extends EndpointDescription {
  /** Returns the result or a promise of it. With `missing`, `false` or `undefined` means that the id is unknown. */
  readonly act: (call: Call) => unknown;
  /** Detail of the 404 response for an unknown id. */
  readonly missing?: string;
}

type FakeCall = CallArguments & { readonly fake: AdminTarget };

const noMockService = 'There is no mock service with this id. POST /__fake/mock-services adds one.';
export const noWorkspace = 'There is no workspace with this id. POST /__fake/workspaces adds one.';

// Casting request bodies is safe, because the called functions validate them before changing anything.

export const adminEndpoints: readonly AdminEndpoint<FakeCall>[] = [
  {
    method: 'GET',
    path: '/state',
    summary: 'Returns the data as a seed, and the time of the clock.',
    result: 'State',
    act: ({ fake }) => ({ ...timeOf(fake.clock), data: dataOf(fake) }),
  },
  {
    method: 'GET',
    path: '/counts',
    summary: 'Returns the numbers of mock services and workspaces.',
    result: 'Counts',
    act: ({ fake }) => ({
      mockServices: fake.mockServices.list().length,
      workspaces: fake.workspaces.list().length,
    }),
  },
  {
    method: 'PUT',
    path: '/seed',
    summary: 'Resets the world, and replaces its data with a seed. Omitted parts of the seed are empty.',
    body: 'Seed',
    act: ({ fake, body }) => fake.seed(body as Seed),
  },
  {
    method: 'POST',
    path: '/reset',
    summary: 'Resets data, identifiers, clock, faults and journal.',
    act: ({ fake }) => fake.reset(),
  },
  {
    method: 'GET',
    path: '/scenarios',
    summary: 'Lists the scenarios with which the fake server was created.',
    result: 'Scenarios',
    act: ({ fake }) => ({ scenarios: fake.scenarios() }),
  },
  {
    method: 'POST',
    path: '/scenario',
    summary: 'Applies a scenario to the initial state, and clears the journal.',
    body: 'ScenarioName',
    act: ({ fake, body }) => fake.scenario((Object(body) as { readonly name: string }).name),
  },
  {
    method: 'GET',
    path: '/snapshot',
    summary: 'Returns a snapshot of the world.',
    result: 'Snapshot',
    act: ({ fake }) => fake.snapshot(),
  },
  {
    method: 'PUT',
    path: '/snapshot',
    summary: 'Restores the world to a snapshot.',
    body: 'Snapshot',
    act: ({ fake, body }) => fake.restore(body as Snapshot),
  },
  {
    method: 'GET',
    path: '/mock-services',
    summary: 'Lists the mock services with their configurations.',
    result: 'MockServices',
    act: ({ fake }) => fake.mockServices.list(),
  },
  {
    method: 'POST',
    path: '/mock-services',
    summary: 'Adds a mock service.',
    body: 'MockServiceDraft',
    result: 'MockService',
    status: 201,
    act: ({ fake, body }) => fake.mockServices.add(body as MockServiceDraft),
  },
  {
    method: 'GET',
    path: '/mock-services/:id',
    summary: 'Returns a mock service.',
    result: 'MockService',
    act: ({ fake, id }) => fake.mockServices.get(id),
    missing: noMockService,
  },
  {
    method: 'PATCH',
    path: '/mock-services/:id',
    summary: 'Changes fields of a mock service.',
    body: 'MockServiceDraft',
    result: 'MockService',
    act: ({ fake, body, id }) => fake.mockServices.update(id, body as MockServiceDraft),
  },
  {
    method: 'DELETE',
    path: '/mock-services/:id',
    summary: 'Deletes a mock service.',
    act: ({ fake, id }) => fake.mockServices.delete(id),
    missing: noMockService,
  },
  {
    method: 'GET',
    path: '/workspaces',
    summary: 'Lists the workspaces.',
    result: 'WorkspaceList',
    act: ({ fake }) => fake.workspaces.list(),
  },
  {
    method: 'POST',
    path: '/workspaces',
    summary: 'Adds a workspace.',
    body: 'WorkspaceDraft',
    result: 'Workspace',
    status: 201,
    act: ({ fake, body }) => fake.workspaces.add(body as WorkspaceDraft),
  },
  {
    method: 'GET',
    path: '/workspaces/:id',
    summary: 'Returns a workspace.',
    result: 'Workspace',
    act: ({ fake, id }) => fake.workspaces.get(id),
    missing: noWorkspace,
  },
  {
    method: 'PATCH',
    path: '/workspaces/:id',
    summary: 'Changes fields of a workspace and of its configuration.',
    body: 'WorkspaceDraft',
    result: 'Workspace',
    act: ({ fake, body, id }) => fake.workspaces.update(id, body as WorkspaceDraft),
  },
  {
    method: 'DELETE',
    path: '/workspaces/:id',
    summary: 'Deletes a workspace with its configuration and its activity log.',
    act: ({ fake, id }) => fake.workspaces.delete(id),
    missing: noWorkspace,
  },
  {
    method: 'GET',
    path: '/workspaces/:id/configuration',
    summary: 'Returns the configuration of a workspace.',
    result: 'MockService',
    act: ({ fake, id }) => fake.workspaces.getConfiguration(id),
    missing: noWorkspace,
  },
  {
    method: 'GET',
    path: '/workspaces/:id/activity',
    summary: 'Returns the activity log of a workspace, oldest entry first.',
    result: 'ActivityEntries',
    act: ({ fake, id }) => fake.activity.list(id),
  },
  {
    method: 'DELETE',
    path: '/workspaces/:id/activity',
    summary: 'Clears the activity log of a workspace.',
    act: ({ fake, id }) => fake.activity.clear(id),
  },
  {
    method: 'DELETE',
    path: '/workspaces/:id/activity/:entryId',
    summary: 'Deletes an entry of an activity log.',
    act: ({ fake, id, entryId }) => fake.activity.delete(id, entryId),
    missing: 'The log has no entry with this id.',
  },
  {
    method: 'POST',
    path: '/workspaces/:id/har',
    summary: 'Adds the exchanges of an HTTP Archive (HAR) at the end of an activity log.',
    body: 'Har',
    result: 'ImportedHar',
    act: ({ fake, body, id }) => importHar(fake.activity, id, body),
  },
  {
    method: 'POST',
    path: '/workspaces/:id/activity',
    summary: "Adds an exchange at the end of a workspace's activity log.",
    body: 'Exchange',
    result: 'ActivityEntry',
    status: 201,
    act: ({ fake, body, id }) => fake.activity.record(id, body as Exchange),
  },
  {
    method: 'GET',
    path: '/faults',
    summary: 'Lists the faults, and how often each fault was used.',
    result: 'Faults',
    act: ({ fake }) => ({ faults: fake.faults.list() }),
  },
  {
    method: 'POST',
    path: '/faults',
    summary: 'Adds a fault.',
    body: 'FaultOptions',
    result: 'Fault',
    status: 201,
    act: ({ fake, body }) => {
      const { id } = fake.faults.add(body as FaultOptions);
      return fake.faults.list().find((fault) => fault.id === id);
    },
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
    summary: 'Removes the fault with an id, or all faults that apply only to an operation.',
    act: ({ fake, id }) => {
      return fake.faults.remove(/^\d+$/.test(id) ? Number(id) : (id as OperationId));
    },
    missing: 'No fault has this id or applies only to this operation.',
  },
  {
    method: 'GET',
    path: '/faults/clean',
    summary: 'Returns whether every fault was used as often as planned.',
    result: 'Cleanliness',
    act: ({ fake }) => cleanliness(fake.faults),
  },
  {
    method: 'GET',
    path: '/faults/:id',
    summary: 'Returns a fault with its counts.',
    result: 'Fault',
    act: ({ fake, id }) => fake.faults.list().find((fault) => String(fault.id) === id),
    missing: 'No fault has this id.',
  },
  {
    method: 'GET',
    path: '/clock',
    summary: 'Returns the time of the clock.',
    result: 'Clock',
    act: ({ fake }) => timeOf(fake.clock),
  },
  {
    method: 'POST',
    path: '/clock',
    summary: 'Advances or sets the clock.',
    body: 'ClockChange',
    result: 'Clock',
    act: ({ fake, body }) => changeClock(fake.clock, body as ClockChange),
  },
  {
    method: 'GET',
    path: '/journal',
    summary:
      'Returns the exchanges since the journal began to listen, the requests that broke the contract, and whether the journal is clean.',
    result: 'Journal',
    act: ({ fake: { journal } }) => ({
      since: journal.since(),
      entries: journal.entries(),
      problems: journal.problems(),
      ...cleanliness(journal),
    }),
  },
  {
    method: 'POST',
    path: '/journal/find',
    summary: 'Returns the matching requests. If no request matches, explains why.',
    body: 'JournalFields',
    result: 'Found',
    act: ({ fake, body }) => findRequests(fake.journal, body as JournalFields),
  },
  {
    method: 'POST',
    path: '/journal/wait',
    summary: 'Returns the first matching request, and waits for it if necessary, for at most 30 s.',
    body: 'JournalWait',
    result: 'JournalEntry',
    act: ({ fake, body }) => waitForRequest(fake.journal, body as JournalWait),
  },
  {
    method: 'POST',
    path: '/journal/expect',
    summary: 'Checks that a request matches or, with `times`, that exactly this number of requests matches.',
    body: 'JournalExpectation',
    act: ({ fake, body }) => expectRequests(fake.journal, body as JournalExpectation),
  },
  {
    method: 'GET',
    path: '/journal/clean',
    summary: 'Returns whether no request broke the contract and every fault was used as often as planned.',
    result: 'Cleanliness',
    act: ({ fake }) => cleanliness(fake.journal),
  },
  {
    method: 'DELETE',
    path: '/journal',
    summary: 'Removes all requests from the journal.',
    act: ({ fake }) => fake.journal.clear(),
  },
];

type WorldsCall = CallArguments & { readonly worlds: Pick<Worlds, 'list' | 'names' | 'delete'> };

/** Endpoints that manage worlds. All other admin endpoints act within a single world. */
export const worldsEndpoints: readonly AdminEndpoint<WorldsCall>[] = [
  {
    method: 'GET',
    path: '/worlds',
    summary: 'Lists the worlds. For each world in memory, includes the milliseconds since its last use.',
    result: 'Worlds',
    act: ({ worlds }) => ({ worlds: worlds.list() }),
  },
  {
    method: 'DELETE',
    path: '/worlds',
    summary: 'Removes all worlds. Pending requests still get a response, except hanging requests.',
    act: ({ worlds }) => {
      for (const name of worlds.names()) worlds.delete(name);
    },
  },
  {
    method: 'DELETE',
    path: '/worlds/:id',
    summary: 'Removes the world with a name. Pending requests still get a response, except hanging requests.',
    act: ({ worlds, id }) => worlds.delete(id),
    missing: 'No world has this name.',
  },
];
