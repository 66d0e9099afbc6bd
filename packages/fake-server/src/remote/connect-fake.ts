import type { ActivityFields, FromHarOptions, SkippedPart } from '@mock-services/sdk/activity';
import { locate, type ActivityEntry, type OperationId } from '@mock-services/sdk/contract';
import type { FakeServer } from '../core/fake.ts';
import type { FaultHandle, Faults } from '../core/faults/faults.ts';
import type { ActivityFixtures } from '../core/fixtures/activity.ts';
import type { MockServiceFixtures } from '../core/fixtures/mock-services.ts';
import type { WorkspaceFixtures } from '../core/fixtures/workspaces.ts';
import type { Journal } from '../core/journal/journal.ts';
import type { RequestFields, TimesOption } from '../core/journal/received.ts';
import type { JournalEntry } from '../core/journal/entry.ts';
import type { Fault, FaultOptions } from '../core/faults/fault.ts';
import type { FaultFields, JournalFields } from '../core/faults/matcher.ts';
import type { Duration } from '../core/time/time.ts';
import type { Clock } from '../core/world/clock.ts';
import type { ListedWorld } from '../core/worlds/worlds.ts';
import { asyncDispose } from '../core/internals.ts';
import { invalidError, isFakeServerError, matcherError, matchIssue, optionError } from '../core/errors.ts';
import { parseBaseUrl } from '../core/http/base-url.ts';
import { isPlain } from '../core/json.ts';
import { longestWaitMs, timeoutOf, type WaitOptions } from '../core/checks/options.ts';
import { fakeCalls, worldCalls, worldsCalls, type CallName } from '../core/server/admin/calls.ts';
import { checkedName, defaultWorld, worldSegment } from '../core/worlds/world-name.ts';
import { createSend, type ConnectOptions } from './send.ts';

type Remote<Functions> = {
  readonly [Name in keyof Functions]: Functions[Name] extends (...args: infer Args) => infer Returned
    ? (...args: Args) => Promise<Awaited<Returned>>
    : never;
};

/** A matcher that can be sent as JSON, without functions, regular expressions and asymmetric matchers. */
export type MatcherInJson<Fields extends Partial<ActivityFields>> = {
  readonly [Name in keyof Fields]: Name extends 'headers' | 'responseHeaders'
    ? Readonly<Record<string, string | boolean>>
    : Name extends 'params'
      ? Readonly<Record<string, string>>
      : Exclude<Fields[Name], RegExp | Date | { asymmetricMatch?(received: unknown): boolean } | undefined>;
};

export interface RemoteFault extends Omit<FaultOptions, 'match'> {
  readonly match?: MatcherInJson<FaultFields> | undefined;
}

/** With `await using`, the fault is removed at the end of the block. */
export interface RemoteFaultHandle extends Remote<Pick<FaultHandle, 'remove'>>, AsyncDisposable {
  readonly id: number;
  /** Resolves to the number of requests to which the fault was applied, or to 0 after it was removed. */
  readonly used: () => Promise<number>;
}

export interface RemoteFaults extends Omit<Remote<Faults>, 'add' | 'list'> {
  readonly add: (fault: RemoteFault) => Promise<RemoteFaultHandle>;
  readonly list: () => Promise<readonly Fault[]>;
}

/** Entries contain `REDACTED` in place of credentials, but matchers check credentials as they arrived. */
export interface RemoteJournal extends Omit<
  Remote<Journal>,
  'expect' | 'find' | 'explain' | 'waitFor' | 'subscribe'
> {
  readonly expect: (
    operation: OperationId,
    fields?: MatcherInJson<RequestFields>,
    options?: TimesOption,
  ) => Promise<void>;
  readonly find: (matcher: MatcherInJson<JournalFields>) => Promise<readonly JournalEntry[]>;
  readonly explain: (matcher: MatcherInJson<JournalFields>) => Promise<string>;
  readonly waitFor: (matcher: MatcherInJson<JournalFields>, options?: WaitOptions) => Promise<JournalEntry>;
}

export interface RemoteActivity extends Omit<Remote<ActivityFixtures>, 'fromHar'> {
  /**
   * `har` is parsed JSON or its text. `options.onSkipped` is called before the promise resolves. Without this option,
   * nothing is printed.
   */
  readonly fromHar: (workspaceId: string, har: unknown, options?: FromHarOptions) => Promise<ActivityEntry[]>;
}

export interface RemoteClock extends Remote<Clock> {
  /** Resolves to Unix time in milliseconds. */
  readonly now: () => Promise<number>;
  readonly advance: (by: Duration) => Promise<void>;
}

/**
 * A fake server in another process. The functions correspond to the functions of a `FakeServer`, but return promises.
 * The promises reject with the `FakeServerError` that the fake server threw, or with the code `remote` if the fake
 * server cannot be used. With `await using`, the world is deleted at the end of the block.
 */
export interface RemoteFake
  extends
    Remote<Pick<FakeServer, 'data' | 'seed' | 'reset' | 'scenario' | 'scenarios' | 'snapshot' | 'restore'>>,
    AsyncDisposable {
  /** Base URL for clients, with the world. */
  readonly baseUrl: string;
  readonly mockServices: Remote<MockServiceFixtures>;
  readonly workspaces: Remote<WorkspaceFixtures>;
  readonly activity: RemoteActivity;
  readonly faults: RemoteFaults;
  readonly journal: RemoteJournal;
  readonly clock: RemoteClock;
  /** The same as `journal.assertClean`. */
  readonly assertClean: () => Promise<void>;
  /**
   * Deletes the world, and resolves to `true` if it existed. The next request creates a new world of the same name.
   * @throws {FakeServerError} (`remote`) if the server has no worlds (`--worlds`).
   */
  readonly deleteWorld: () => Promise<boolean>;
  /**
   * Lists all worlds of the server.
   * @throws {FakeServerError} (`remote`) if the server has no worlds (`--worlds`), or is a Worker, which cannot list them.
   */
  readonly listWorlds: () => Promise<readonly ListedWorld[]>;
}

/**
 * Connects to a fake server in another process. Sends nothing until a function is called.
 * @param url - Base URL of the fake server, such as `http://127.0.0.1:4600`, without a world.
 * @throws {FakeServerError} (`invalid-option`, `world-name`) if the URL or the name of the world is invalid.
 * @example
 * ```ts
 * import { connectFake } from '@mock-services/fake-server/core';
 *
 * const fake = connectFake('http://127.0.0.1:4600');
 * await fake.reset();
 * await fake.faults.add({ operation: 'listMockServices', status: 503, times: 1 });
 * ```
 */
export function connectFake(url: string, options: ConnectOptions = {}): RemoteFake {
  const { href } = parseBaseUrl(url);
  const [, base] = /^(.*)\/__fake$/.exec(href) ?? [];
  if (base !== undefined) throw optionError('url', `the base URL of the fake server, ${base}`, href);
  const { world = defaultWorld } = options;
  const baseUrl = options.world === undefined ? href : href + worldSegment + checkedName(world);
  const send = createSend(baseUrl, options);
  const sendToAll = createSend(href, options);
  const call = (name: CallName, ...args: readonly unknown[]): Promise<unknown> =>
    send(name, fakeCalls[name], args);
  const fake = functionsOf(call);
  const deleteWorld = (): Promise<boolean> =>
    send('deleteWorld', worldCalls.deleteWorld, []) as Promise<boolean>;
  return {
    ...fake,
    baseUrl,
    activity: { ...fake.activity, fromHar: fromHarBy(call) },
    faults: { ...fake.faults, add: addFaultBy(fake.faults) },
    journal: { ...fake.journal, ...matchersBy(fake.journal, send) },
    assertClean: fake.journal.assertClean,
    deleteWorld,
    [asyncDispose]: () => deleteWorld().then(nothing),
    listWorlds: () => sendToAll('listWorlds', worldsCalls.listWorlds, []) as Promise<ListedWorld[]>,
  };
}

type SendCall = (name: CallName, ...args: readonly unknown[]) => Promise<unknown>;

function functionsOf(call: SendCall): RemoteFake {
  const fake: Record<string, unknown> = {};
  for (const name of Object.keys(fakeCalls) as CallName[]) {
    const [part = '', own] = name.split('.');
    const act = (...args: readonly unknown[]): Promise<unknown> => call(name, ...args);
    fake[part] = own === undefined ? act : { ...(fake[part] as object | undefined), [own]: act };
  }
  return fake as unknown as RemoteFake;
}

function fromHarBy(call: SendCall): RemoteActivity['fromHar'] {
  return async (workspaceId, har, { onSkipped } = {}) => {
    const imported = await call('activity.fromHar', workspaceId, har);
    const { entries, skipped } = imported as { entries: ActivityEntry[]; skipped: SkippedPart[] };
    for (const part of skipped) onSkipped?.(part);
    return entries;
  };
}

function addFaultBy({ add, list, remove }: RemoteFaults): RemoteFaults['add'] {
  return async (fault) => {
    const sent = plain('faults.add', fault);
    const hole = fault.match && holeIn(fault.match);
    if (hole !== undefined) throw invalidError('invalid-fault', 'The fault', [matchIssue(hole)]);
    const { id } = await add(sent);
    const removeThis = (): Promise<boolean> => remove(id);
    return {
      id,
      used: async () => (await list()).find((each) => each.id === id)?.used ?? 0,
      remove: removeThis,
      [asyncDispose]: () => removeThis().then(nothing),
    };
  };
}

function matchersBy(
  journal: RemoteJournal,
  send: ReturnType<typeof createSend>,
): Pick<RemoteJournal, 'find' | 'explain' | 'expect' | 'waitFor'> {
  return {
    find: async (matcher) => journal.find(plainMatcher('matcher', matcher)),
    explain: async (matcher) => journal.explain(plainMatcher('matcher', matcher)),
    expect: async (operation, fields = {}, options = {}) =>
      journal.expect(operation, plainMatcher('fields', fields), options),
    waitFor: async (matcher, options = {}) => {
      const sent = plainMatcher('matcher', matcher);
      let left = timeoutOf(options);
      for (;;) {
        const timeout = Math.min(left, longestWaitMs);
        left -= timeout;
        try {
          const args = [sent, { timeout }];
          return (await send('journal.waitFor', fakeCalls['journal.waitFor'], args, timeout)) as JournalEntry;
        } catch (error) {
          if (left <= 0 || !isFakeServerError(error, 'no-match')) throw error;
        }
      }
    },
  };
}

function nothing(): void {}

function plainMatcher<Matcher>(name: string, matcher: Matcher): Matcher {
  const sent = plain(name, (matcher ?? null) as Matcher);
  const hole = holeIn(sent);
  if (hole !== undefined) throw matcherError(hole);
  return sent;
}

/** Finds `undefined` values in a matcher, because JSON would silently omit them. */
function holeIn(value: unknown, keys: readonly PropertyKey[] = ['matcher']): string | undefined {
  if (value === undefined) return `${locate(keys).path} is undefined. Pass a value, or remove the key.`;
  if (typeof value !== 'object' || value === null) return undefined;
  const parts: Iterable<[PropertyKey, unknown]> = Array.isArray(value)
    ? value.entries()
    : Object.entries(value);
  for (const [key, part] of parts) {
    const hole = holeIn(part, [...keys, key]);
    if (hole !== undefined) return hole;
  }
  return undefined;
}

/** Throws if a value contains a function or a regular expression, because JSON cannot represent them. */
function plain<Value>(name: string, value: Value): Value {
  if (isPlain(value)) return value;
  throw optionError(
    name,
    'plain JSON without functions, regular expressions, dates and asymmetric matchers, because it is sent to another process',
  );
}
