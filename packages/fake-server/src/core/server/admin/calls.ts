/**
 * The functions of a fake server by name. The server, `connectFake` and a table in `docs/admin.md` are derived from
 * these tables.
 */
import type { SkippedPart } from '@mock-services/sdk/activity';
import type { FakeServer } from '../../fake.ts';
import type { JournalEntry } from '../../journal/entry.ts';
import type { JournalFields } from '../../faults/matcher.ts';
import { longestWaitMs, timeoutOf, type WaitOptions } from '../../checks/options.ts';

/** The header contains a JSON array of warnings about the call. */
export const warningsHeader = 'x-fake-warnings';

export interface Call {
  /** Whether the call changes something. If a call changes nothing and needs no arguments, it can be a GET. */
  readonly writes: boolean;
  /** Names of the arguments in order. Optional arguments have a question mark. */
  readonly args: readonly string[];
  readonly does: string;
  /** A request body: an array of arguments, or an object that is the only argument. */
  readonly example: object | undefined;
  /** Message for an unknown id. The result `false` or `undefined` then becomes a 404. */
  readonly missing?: string;
  /** Runs in place of the fake server's function with the name of the call. */
  readonly run?: (fake: FakeServer, ...args: readonly never[]) => unknown;
}

const id = '6a1f3c52-7b0e-4d43-9f0a-0c1d2e3f4a5b';
const matcher = { operation: 'listMockServices' };
export const noService = { missing: 'There is no mock service with this id. mockServices.add adds one.' };
export const noWorkspace = { missing: 'There is no workspace with this id. workspaces.add adds one.' };

type Extra = Pick<Call, 'missing' | 'run'>;

function reads(does: string, signature = '', example?: object, extra: Extra = {}): Call {
  return { writes: false, args: namesIn(signature), does, example, ...extra };
}

function writes(does: string, signature = '', example?: object, extra: Extra = {}): Call {
  return { writes: true, args: namesIn(signature), does, example, ...extra };
}

function namesIn(signature: string): readonly string[] {
  return signature === '' ? [] : signature.split(', ');
}

type Part = 'mockServices' | 'workspaces' | 'activity' | 'faults' | 'journal' | 'clock';

/** Every function of a fake server, except functions that only make sense in the same process. */
export type CallName =
  | Exclude<keyof FakeServer, Part | 'baseUrl' | 'fetch' | 'handle'>
  | { readonly [Each in Part]: `${Each}.${Exclude<keyof FakeServer[Each] & string, 'subscribe'>}` }[Part];

export const fakeCalls: Readonly<Record<CallName, Call>> = {
  seed: writes('Replaces all data and resets everything else. A reset returns to this seed.', 'seed', {
    mockServices: [{ title: 'Orders' }, { title: 'Payments' }, { title: 'Returns' }],
    workspaces: [{ id, name: 'Checkout' }],
  }),
  data: reads('Returns all data as a seed.'),
  reset: writes('Resets data, ids, clock, faults and journal.'),
  snapshot: reads('Returns the whole state, except the journal.'),
  restore: writes('Restores what snapshot returned.', 'snapshot', { version: 3, data: {} }),
  scenarios: reads('Lists the scenarios.'),
  scenario: writes('Resets, and applies a scenario.', 'name', ['empty']),
  'mockServices.add': writes('Adds a mock service. Each field has a default.', 'mockService?', {
    title: 'Orders',
  }),
  'mockServices.list': reads('Lists the mock services with their configurations.'),
  'mockServices.get': reads('Returns a mock service.', 'id', [id], noService),
  'mockServices.update': writes('Changes fields of a mock service.', 'id, changes', [id, { title: 'New' }]),
  'mockServices.delete': writes('Deletes a mock service.', 'id', [id], noService),
  'workspaces.add': writes('Adds a workspace. Each field has a default.', 'workspace?', {
    name: 'Checkout',
    configuration: { title: 'Defaults' },
  }),
  'workspaces.list': reads('Lists the workspaces.'),
  'workspaces.get': reads('Returns a workspace.', 'id', [id], noWorkspace),
  'workspaces.getConfiguration': reads('Returns the configuration of a workspace.', 'id', [id], noWorkspace),
  'workspaces.update': writes('Changes fields of a workspace.', 'id, changes', [id, { name: 'New' }]),
  'workspaces.delete': writes('Deletes a workspace with its log.', 'id', [id], noWorkspace),
  'activity.record': writes('Adds an exchange to the log of a workspace.', 'workspaceId, exchange?', [
    id,
    {
      request: { method: 'POST', url: 'https://shop.example/pay', body: { amount: 100 } },
      response: { statusCode: 503 },
    },
  ]),
  'activity.fromHar': writes(
    'Adds the exchanges of a HAR file to a log. Returns entries, and skipped parts with a reason.',
    'workspaceId, har',
    [id, { log: { version: '1.2', entries: [] } }],
    { run: importHar },
  ),
  'activity.list': reads('Returns a log, oldest entry first.', 'workspaceId', [id]),
  'activity.clear': writes('Clears a log.', 'workspaceId', [id]),
  'activity.delete': writes('Deletes an entry of a log.', 'workspaceId, entryId', [id, id], {
    missing: 'The log has no entry with this id.',
  }),
  'faults.add': writes('Makes requests fail. Returns the fault with its id.', 'fault', {
    operation: 'listMockServices',
    status: 503,
    times: 1,
  }),
  'faults.list': reads('Lists the faults. `used` counts the requests to which a fault was applied.'),
  'faults.remove': writes('Removes the fault with an id, or all of an operation.', 'fault', [1], {
    missing: 'No fault has this id or applies only to this operation.',
  }),
  'faults.clear': writes('Removes all faults.'),
  'faults.assertClean': reads('Fails with 409 unless each fault was applied as often as planned.'),
  'journal.read': reads('Returns the received requests with their responses, and whether all is clean.'),
  'journal.entries': reads('Lists the received requests with their responses.'),
  'journal.problems': reads('Lists the requests that broke the contract.'),
  'journal.find': reads('Lists the matching requests.', 'matcher', {
    operation: 'createMockService',
    body: { title: 'Orders' },
  }),
  'journal.explain': reads('Says how the closest requests differ from a matcher.', 'matcher', matcher),
  'journal.waitFor': reads(
    'Returns the first matching request, and waits for it at most 30 s. Fails with 404 if none arrives.',
    'matcher, options?',
    [matcher, { timeout: '5s' }],
    { run: waitFor },
  ),
  'journal.expect': reads(
    'Fails with 404 unless a request for an operation matches.',
    'operation, fields?, options?',
    ['listMockServices', { status: 200 }, { times: 1 }],
  ),
  'journal.assertClean': reads(
    'Fails with 409 if a request broke the contract, or a fault was not applied as often as planned.',
  ),
  'journal.since': reads('Returns the time at which the journal began.'),
  'journal.clear': writes('Clears the journal.'),
  'clock.now': reads('Returns the time as Unix time in milliseconds.'),
  'clock.advance': writes('Advances the clock.', 'by', ['1h']),
  'clock.set': writes('Sets the clock.', 'to', ['2030-01-01T00:00:00Z']),
};

export const worldCalls = {
  deleteWorld: writes('Deletes this world. The next request creates it anew.', '', undefined, {
    missing: 'This world does not exist.',
  }),
} satisfies Readonly<Record<string, Call>>;

export const worldsCalls = {
  listWorlds: reads('Lists the worlds.'),
} satisfies Readonly<Record<string, Call>>;

/**
 * Calls a function of `owner` by its name, such as `mockServices.add`. The function checks its arguments.
 * @param owner - A fake server, or an object with the function.
 */
export function perform(name: string, { run }: Call, owner: object, args: readonly unknown[]): unknown {
  if (run) return run(owner as FakeServer, ...(args as never[]));
  const called = name.split('.').reduce<unknown>((part, key) => Reflect.get(part as object, key), owner);
  return (called as (...given: readonly unknown[]) => unknown)(...args);
}

/** Limits the time of a call, because a server or a proxy could end a longer request. */
function waitFor(
  { journal }: FakeServer,
  matcher: JournalFields,
  options: WaitOptions = {},
): Promise<JournalEntry> {
  return journal.waitFor(matcher, { timeout: Math.min(timeoutOf(options), longestWaitMs) });
}

function importHar({ activity }: FakeServer, workspaceId: string, har: unknown): unknown {
  const skipped: SkippedPart[] = [];
  const entries = activity.fromHar(workspaceId, har, { onSkipped: (part) => skipped.push(part) });
  return { entries, skipped };
}
