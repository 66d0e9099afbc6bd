import { optionError, invalidError, fullIssue } from './errors.ts';
import { createFaults, resendFaultsOf, type Faults } from './faults/faults.ts';
import { activityFixtures, type ActivityFixtures } from './fixtures/activity.ts';
import { mockServiceFixtures, type MockServiceFixtures } from './fixtures/mock-services.ts';
import { workspaceFixtures, type WorkspaceFixtures } from './fixtures/workspaces.ts';
import { defaultBaseUrl, parseBaseUrl } from './http/base-url.ts';
import { createFetch, type FetchFunction } from './http/web.ts';
import type { WireRequest, WireResponse } from './http/message.ts';
import { handleRequest } from './engine/engine.ts';
import { internals, type FakeInternals } from './internals.ts';
import { createJournal, readJournalOptions, type Journal } from './journal/journal.ts';
import { Recorder } from './journal/recorder.ts';
import { countOption, durationOption, integerOption, limits } from './option-checks.ts';
import { withoutHandlers } from './no-handlers.ts';
import type { FakeServerOptions } from './options.ts';
import { seededRandom } from './random.ts';
import { putSeed } from './fixtures/read-seed.ts';
import { emptyWorld, type Seed } from './fixtures/seed.ts';
import { clearWorld, readSnapshot, takeSnapshot, type Snapshot } from './fixtures/snapshot.ts';
import { checkStorage, type WorldStorage } from './world/world-storage.ts';
import { createClock, type Clock } from './world/clock.ts';
import { defaultStart, TimeSource } from './time/time.ts';
import { onceEach, warn, warnOfUnknownOptions } from './unknown-options.ts';
import { accessTo, readBehavior } from './behavior/behavior.ts';
import { connectStorage, putsOfSeed } from './world/stored-world.ts';
import { Transaction } from './world/transaction.ts';
import { World, type PendingCommit } from './world/world.ts';

/** A fake of the service, with nine endpoints and in-memory state. All functions can be called without `this`. */
export interface FakeServer {
  /** Base URL for clients, without a trailing slash. */
  readonly baseUrl: string;
  /**
   * Works like the global `fetch`, but without a network. The origin of the URL is ignored, but its path must start
   * with the path of `baseUrl`.
   *
   * Rejects with the signal's reason if the request is aborted. As with the global `fetch`, other failures, such as a
   * failed request body, reject with a `TypeError`.
   */
  readonly fetch: FetchFunction;
  /**
   * Handles a request synchronously and never throws. If the fake server fails, for example because its clock throws,
   * it responds with a 500 and leaves its data unchanged.
   *
   * If the response has a `fault`, the caller must apply it: a delay, a reset, a hanging response or a truncated body.
   */
  readonly handle: (request: WireRequest) => WireResponse;
  /**
   * Replaces all data with a seed, and resets identifiers, clock, faults and journal. Later calls of `reset()` restore
   * this seed, even after the world is loaded from storage again. If `seed` throws, nothing has changed.
   * @throws {FakeServerError} (`invalid-seed`) if the seed does not conform to the interface, or exceeds
   *   `maxWorldBytes`.
   * @throws {FakeServerError} (`storage-unsaved`) if the world cannot be stored.
   */
  readonly seed: (seed: Seed) => void;
  /**
   * Resets data, identifiers, clock, faults and journal to their initial state.
   * @throws {FakeServerError} (`storage-unsaved`) if the state cannot be stored. Nothing has changed in that case.
   */
  readonly reset: () => void;
  /**
   * Returns the whole state as plain JSON: data, faults, clock and generators, but not the journal. After
   * `restore(snapshot)`, the same requests get byte-identical responses.
   * @example
   * ```ts
   * const before = fake.snapshot();
   * await client.mockServices.delete(id);
   * fake.restore(before);
   * await client.mockServices.get(id);
   * ```
   */
  readonly snapshot: () => Snapshot;
  /**
   * Restores the whole state from a snapshot, which may come from another fake server or another process, and clears
   * the journal. Handles of the faults in the snapshot work again. A later `reset()` still restores the initial state
   * of this fake server. If `restore` throws, nothing has changed.
   * @throws {FakeServerError} (`invalid-snapshot`) if the snapshot has another version, does not conform to the
   *   interface, or exceeds `maxWorldBytes`.
   * @throws {FakeServerError} (`storage-unsaved`) if the world cannot be stored.
   */
  readonly restore: (snapshot: Snapshot) => void;
  readonly clock: Clock;
  readonly mockServices: MockServiceFixtures;
  /** Workspaces with their configurations. */
  readonly workspaces: WorkspaceFixtures;
  /** Activity logs, one per workspace. */
  readonly activity: ActivityFixtures;
  readonly faults: Faults;
  /** The requests that the fake server has received. */
  readonly journal: Journal;
}

/**
 * Creates a fake server. Fake servers share no state.
 * @throws {FakeServerError} (`invalid-seed`) if the seed does not conform to the interface, or exceeds
 *   `maxWorldBytes`.
 * @throws {FakeServerError} (`invalid-option`) if an option is invalid.
 * @throws {FakeServerError} (`storage-…`) if `storage` contains rows that this release cannot read, or if the initial
 *   state cannot be stored.
 * @example
 * const fake = createFakeServer();
 * const client = createClient({ baseUrl: fake.baseUrl, fetch: fake.fetch });
 */
export function createFakeServer(options: FakeServerOptions = {}): FakeServer {
  warnOfUnknownOptions(options);
  const { href, prefix } = options.baseUrl === undefined ? defaultBaseUrl : parseBaseUrl(options.baseUrl);
  const maxBodyBytes = countOption('maxBodyBytes', options.maxBodyBytes ?? limits.bodyBytes);
  const latencyMs = durationOption('latency', options.latency ?? 0);
  const randomSeed = integerOption('randomSeed', options.randomSeed ?? 1);
  const behavior = readBehavior(options, randomSeed);
  const storage = options.storage === undefined ? undefined : checkStorage(options.storage);
  const settings = {
    maxActivityEntries: countOption('maxActivityEntries', options.maxActivityEntries ?? 10_000),
    maxWorldBytes: countOption('maxWorldBytes', options.maxWorldBytes ?? limits.worldBytes),
    keepsUpdatedAt: behavior.settings.updatedAt === 'stays',
    warn: onceEach((message) => warn(options, message)),
  };
  const untouched = {
    ids: seededRandom(randomSeed).state,
    random: seededRandom(behavior.seed).state,
    clockOffset: 0,
    faults: [],
  };
  const time = new TimeSource(options.clock ?? defaultStart);
  const world = new World(settings, time, untouched);
  const transactionOf = (seed: Seed): Transaction => {
    const tx = new Transaction(world, untouched);
    clearWorld(tx);
    putSeed(tx, seed);
    const overflow = tx.overflow();
    if (overflow) throw invalidError('invalid-seed', 'The seed', [fullIssue(overflow)]);
    return tx;
  };
  const first = transactionOf(options.seed === undefined ? emptyWorld() : options.seed);
  world.commit(first);
  const baseUrl = new URL(href);
  const recorder = new Recorder(readJournalOptions(options.journal), baseUrl, settings.warn);
  /** Replaces the world. */
  const replace = (commit: PendingCommit): void => {
    world.commit(commit);
    recorder.clear();
  };
  let resetTo: Pick<Transaction, 'changes' | 'state'> = first;
  const connect = (own: WorldStorage): void => {
    if (world.isStored)
      throw optionError('create', 'a function that returns a new fake server without the option storage');
    const { isLoaded, seed } = connectStorage(world, own);
    recorder.isContinued = isLoaded;
    if (seed) resetTo = { changes: [...seed.changes], state: { ...untouched, ids: seed.ids } };
  };
  if (storage) connect(storage);
  const { journal, received } = createJournal(recorder, world);
  const handle = (request: WireRequest): WireResponse => handleRequest(engine, request);
  const engine = { world, recorder, baseUrl, prefix, latencyMs, behavior };
  const fake: FakeServer & { readonly [internals]: FakeInternals } = {
    baseUrl: href,
    fetch: createFetch(handle, maxBodyBytes),
    handle,
    seed: (seed) => {
      const { changes, state, commits } = transactionOf(seed);
      replace({ changes: [...changes, ...putsOfSeed(changes, state.ids)], state, commits });
      resetTo = { changes, state };
    },
    reset: () => replace(new Transaction(world, resetTo.state, resetTo.changes)),
    snapshot: () => takeSnapshot(world),
    restore: (snapshot) => replace(readSnapshot(world, snapshot)),
    clock: createClock(world),
    mockServices: mockServiceFixtures(world),
    workspaces: workspaceFixtures(world),
    activity: activityFixtures(world),
    faults: createFaults(world),
    journal,
    [internals]: {
      ...accessTo(behavior),
      connect,
      release: () => world.releaseStorage(),
      received,
      onChange: (listener) => world.onChange(listener),
      watchResendFaults: resendFaultsOf(world),
    },
  };
  return withoutHandlers(fake, 'createFakeServer');
}
