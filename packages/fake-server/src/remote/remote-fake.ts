import type { ActivityFields, FromHarOptions } from '@mock-services/sdk/activity';
import type { ActivityEntry, OperationId } from '@mock-services/sdk/contract';
import type { FakeServer } from '../core/fake.ts';
import type { FaultHandle, Faults } from '../core/faults/faults.ts';
import type { ActivityFixtures } from '../core/fixtures/activity.ts';
import type { MockServiceFixtures } from '../core/fixtures/mock-services.ts';
import type { CompleteSeed } from '../core/fixtures/seed.ts';
import type { WorkspaceFixtures } from '../core/fixtures/workspaces.ts';
import type { Journal } from '../core/journal/journal.ts';
import type { RequestFields, TimesOption } from '../core/journal/received.ts';
import type { WaitOptions } from '../core/option-checks.ts';
import type { JournalEntry } from '../core/rows/exchange.ts';
import type { Fault, FaultOptions } from '../core/rows/fault.ts';
import type { FaultFields, JournalFields } from '../core/rows/matcher.ts';
import type { Duration } from '../core/time/time.ts';
import type { Clock } from '../core/world/clock.ts';
import type { ListedWorld } from '../core/worlds/worlds.ts';

export interface ConnectOptions {
  /**
   * Name of the world (`--worlds`).
   * @default the world `default`
   */
  readonly world?: string | undefined;
  /** Token that the server requires (`--token`). */
  readonly token?: string | undefined;
  /**
   * Called with a URL and options.
   * @default globalThis.fetch, looked up at each call
   */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /**
   * Time limit of each call in milliseconds, in addition to the time that `waitFor` waits.
   * @default 10_000
   */
  readonly timeout?: number | undefined;
}

type Result<Returned> = Promise<Awaited<Returned>>;

/** The functions of an interface, asynchronous. */
type Remote<Functions> = {
  readonly [Name in keyof Functions]: Functions[Name] extends (...args: infer Args) => infer Returned
    ? (...args: Args) => Result<Returned>
    : never;
};

/** A matcher that can be sent as JSON: without functions, regular expressions and asymmetric matchers. */
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

/** The whole journal of a world. */
export interface ReadJournal {
  /** ISO 8601 timestamp at which the journal began to listen. */
  readonly since: string;
  /** Oldest first. */
  readonly entries: readonly JournalEntry[];
  /** Requests that broke the contract. */
  readonly problems: readonly JournalEntry[];
  /** Whether all requests followed the contract and each fault was applied as often as planned. */
  readonly clean: boolean;
  /** Why the journal is not clean. */
  readonly reasons: readonly string[];
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
  /** Reads the whole journal with one request. */
  readonly read: () => Promise<ReadJournal>;
}

export interface RemoteActivity extends Omit<Remote<ActivityFixtures>, 'fromHar'> {
  /** `har` is parsed JSON or its text. `options.onSkipped` is called before the promise resolves; without it, nothing is printed. */
  readonly fromHar: (workspaceId: string, har: unknown, options?: FromHarOptions) => Promise<ActivityEntry[]>;
}

export interface RemoteClock extends Remote<Clock> {
  /** Resolves to Unix time in milliseconds. */
  readonly now: () => Promise<number>;
  readonly advance: (by: Duration) => Promise<void>;
}

/**
 * A fake server in another process. The functions do the same as those of a `FakeServer`, but return promises. They
 * reject with the `FakeServerError` that the fake server threw, or with the code `remote` if it cannot be used. With
 * `await using`, the world is deleted at the end of the block.
 */
export interface RemoteFake
  extends
    Remote<Pick<FakeServer, 'seed' | 'reset' | 'scenario' | 'scenarios' | 'snapshot' | 'restore'>>,
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
  /** Resolves to all data in the form of a seed. */
  readonly data: () => Promise<CompleteSeed>;
  /** Resolves to the numbers of mock services and of workspaces. */
  readonly counts: () => Promise<{ readonly mockServices: number; readonly workspaces: number }>;
  /**
   * Deletes the world. Resolves to whether it existed. The next request creates it anew.
   * @throws {FakeServerError} (`remote`) if the server has no worlds (`--worlds`).
   */
  readonly deleteWorld: () => Promise<boolean>;
  /**
   * Lists all worlds of the server.
   * @throws {FakeServerError} (`remote`) if the server has no worlds (`--worlds`), or is a Worker, which cannot list them.
   */
  readonly listWorlds: () => Promise<readonly ListedWorld[]>;
}
