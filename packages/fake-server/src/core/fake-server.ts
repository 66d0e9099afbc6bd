import { fullIssue, SeedError } from './errors.ts';
import { createFaults, type Faults } from './faults/faults.ts';
import { activityFixtures, type ActivityFixtures } from './fixtures/activity.ts';
import { mockServiceFixtures, type MockServiceFixtures } from './fixtures/mock-services.ts';
import { workspaceFixtures, type WorkspaceFixtures } from './fixtures/workspaces.ts';
import { defaultBaseUrl, parseBaseUrl } from './http/base-url.ts';
import { createFetch, type FetchFunction } from './http/fetch.ts';
import type { WireRequest, WireResponse } from './http/message.ts';
import { handleRequest } from './http/pipeline.ts';
import { createJournal, readJournalOptions, type Journal } from './journal/journal.ts';
import { countOption, durationOption, limits, wholeOption } from './option-checks.ts';
import type { FakeServerOptions } from './options.ts';
import { seededRandom } from './random.ts';
import { putSeed } from './seed/read-seed.ts';
import { emptyWorld, type Seed } from './seed/seed.ts';
import { clearWorld, restoreSnapshot, takeSnapshot, type Snapshot } from './snapshot/snapshot.ts';
import { checkStorage } from './storage/world-storage.ts';
import { createClock, type Clock } from './time/clock.ts';
import { defaultStart, TimeSource } from './time/time-source.ts';
import { warn, warnOfUnknownOptions } from './unknown-options.ts';
import { withProfile } from './variation/profile.ts';
import { readBehaviour } from './variation/read-options.ts';
import { loadWorld } from './world/stored-world.ts';
import { Transaction } from './world/transaction.ts';
import { World } from './world/world.ts';

/** A fake of the service: the nine endpoints over state in memory. Its functions need no `this`. */
export interface FakeServer {
  /** Base URL, without a slash at the end. */
  readonly baseUrl: string;
  /**
   * Works like `fetch`, without a network. The origin of the URL does not matter; its path must start with the path of
   * `baseUrl`.
   *
   * Rejects with the reason of the request's signal if the signal is aborted, and with a `TypeError` if `fetch` would, such as
   * when the request's body breaks.
   */
  readonly fetch: FetchFunction;
  /**
   * Responds to a plain message synchronously. Never throws: if the fake server fails, for instance because its clock throws, it
   * responds with 500 and problem details, and nothing changes. The response's `fault` describes a fault of the connection, which
   * the caller acts out.
   */
  readonly handle: (request: WireRequest) => WireResponse;
  /**
   * Replaces the data by a seed, and resets identifiers, clock, faults and journal. `reset()` returns to this seed from then on.
   *
   * @throws {SeedError} if the seed does not conform to the interface, or exceeds `maxWorldBytes`; the world is unchanged.
   * @throws {StorageError} if the world cannot be stored; the world is unchanged.
   */
  readonly seed: (seed: Seed) => void;
  /**
   * Resets the whole world to its initial state: data, identifiers, clock, faults and journal.
   *
   * @throws {StorageError} if the world cannot be stored; the world is unchanged.
   */
  readonly reset: () => void;
  /**
   * The current state of the whole world as plain JSON. After a `restore`, the same requests get the same responses, byte for
   * byte.
   *
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
   * Restores the whole world from a snapshot of this fake server or another one, even from another process. `reset()` still
   * returns to the initial state of this fake server.
   *
   * @throws {SnapshotError} if the snapshot has another version, does not conform to the interface or exceeds
   * `maxWorldBytes`; the world stays unchanged.
   */
  readonly restore: (snapshot: Snapshot) => void;
  /** The time of the world. */
  readonly clock: Clock;
  /** Mock services, read and changed without HTTP. */
  readonly mockServices: MockServiceFixtures;
  /** Workspaces and their configurations, read and changed without HTTP. */
  readonly workspaces: WorkspaceFixtures;
  /** Activity logs, read and changed without HTTP. */
  readonly activity: ActivityFixtures;
  /** Faults to inject into responses. */
  readonly faults: Faults;
  /** The requests that were received. */
  readonly journal: Journal;
}

/**
 * Creates a fake server. Two fake servers share no state.
 *
 * @example
 * const fake = createFakeServer();
 * const client = createClient({ baseUrl: fake.baseUrl, fetch: fake.fetch });
 *
 * @throws {SeedError} if the seed does not conform to the interface, or exceeds `maxWorldBytes`.
 * @throws {OptionError} if an option is invalid; no fake server is created.
 * @throws {StorageError} if the `storage` has rows that are not a world of this release, or cannot store a new world.
 */
export function createFakeServer(given: FakeServerOptions = {}): FakeServer {
  warnOfUnknownOptions(given);
  const options = withProfile(given);
  const { href, prefix } = options.baseUrl === undefined ? defaultBaseUrl : parseBaseUrl(options.baseUrl);
  const maxBodyBytes = countOption('maxBodyBytes', options.maxBodyBytes ?? limits.bodyBytes);
  const latencyMs = durationOption('latency', options.latency ?? 0);
  const randomSeed = wholeOption('randomSeed', options.randomSeed ?? 1);
  const behaviour = readBehaviour(options, randomSeed);
  const storage = options.storage === undefined ? undefined : checkStorage(options.storage);
  const settings = {
    maxActivityEntries: countOption('maxActivityEntries', options.maxActivityEntries ?? 10_000),
    maxWorldBytes: countOption('maxWorldBytes', options.maxWorldBytes ?? limits.worldBytes),
    keepsUpdatedAt: behaviour.operations.updatedAt === 'stays',
    journal: readJournalOptions(options.journal),
    warn: (message: string) => warn(options, message),
  };
  const start = {
    ids: seededRandom(randomSeed).state,
    random: seededRandom(behaviour.variation?.grease?.seed ?? randomSeed).state,
    clockOffset: 0,
    nextFault: 1,
    nextRequest: 1,
    droppedProblems: 0,
  };
  const time = new TimeSource(options.clock ?? defaultStart);
  const world = new World(settings, time, start, storage);
  const seeded = (seed: Seed): Transaction => {
    const tx = new Transaction(world, start);
    clearWorld(tx);
    putSeed(tx, seed);
    const overflow = tx.overflow();
    if (overflow) throw new SeedError([fullIssue(overflow)]);
    return tx;
  };
  /** What `reset` returns to. */
  let beginning = seeded(options.seed === undefined ? emptyWorld() : options.seed);
  if (!storage || !loadWorld(world, storage)) world.commit(beginning);
  const handle = (request: WireRequest): WireResponse => handleRequest(engine, request);
  const engine = { world, prefix, latencyMs, behaviour };
  return {
    baseUrl: href,
    fetch: createFetch(handle, maxBodyBytes),
    handle,
    seed: (seed) => {
      const next = seeded(seed);
      world.commit(next);
      beginning = next;
    },
    reset: () => world.commit(new Transaction(world, beginning.state, beginning.changes)),
    snapshot: () => takeSnapshot(world),
    restore: (snapshot) => restoreSnapshot(world, snapshot),
    clock: createClock(world),
    mockServices: mockServiceFixtures(world),
    workspaces: workspaceFixtures(world),
    activity: activityFixtures(world),
    faults: createFaults(world),
    journal: createJournal(world),
  };
}
