import { countOption, durationOption, wholeOption } from './option-checks.ts';
import { FaultList } from './faults/fault-list.ts';
import { createFaults, type Faults } from './faults/faults.ts';
import { activityFixtures, type ActivityFixtures } from './fixtures/activity.ts';
import { mockServiceFixtures, type MockServiceFixtures } from './fixtures/mock-services.ts';
import { workspaceFixtures, type WorkspaceFixtures } from './fixtures/workspaces.ts';
import { defaultBaseUrl, parseBaseUrl } from './http/base-url.ts';
import { createFetch, type FetchFunction } from './http/fetch.ts';
import type { WireRequest, WireResponse } from './http/message.ts';
import { handleRequest } from './http/pipeline.ts';
import { RecordedRequests, type Journal } from './journal/journal.ts';
import { createRecorder } from './journal/recorder.ts';
import { ListTexts } from './operations/list-texts.ts';
import { limits } from './limits.ts';
import type { FakeServerOptions } from './options.ts';
import { Random } from './random.ts';
import { initialData } from './seed/initial-data.ts';
import { featuresOf } from './snapshot/features.ts';
import {
  resetAll,
  restoreSnapshot,
  takeSnapshot,
  type Features,
  type Snapshot,
} from './snapshot/snapshot.ts';
import { Store } from './store/store.ts';
import type { KeptWorld } from './storage/world-keeper.ts';
import { defaultStart, WorldClock, type Clock } from './time/clock.ts';
import { warnOfUnknownOptions } from './unknown-options.ts';
import { readBehaviour } from './variation/read-options.ts';

/** A stand-in for the service: the nine endpoints over state in memory. Its functions need no `this`. */
export interface FakeServer {
  /** Base URL, without a slash at the end. */
  readonly baseUrl: string;
  /**
   * Works like `fetch`, without a network. The origin of the URL does not matter; its path must start with the path of
   * `baseUrl`.
   *
   * Rejects with the reason of the request's signal when that is aborted, and with a `TypeError` where `fetch` itself
   * does, such as when the request's body breaks.
   */
  readonly fetch: FetchFunction;
  /**
   * Responds to a plain message synchronously. Never throws, whatever the request: when it fails itself, such as
   * because its clock does, the response is a 500 with problem details, and nothing has changed. A fault that happens on the connection
   * is described in the response's `fault`, for the caller to act out.
   */
  readonly handle: (request: WireRequest) => WireResponse;
  /**
   * Resets the whole world to its initial state: data, identifiers, clock, faults and journal. Takes the same time for
   * any size.
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
   * Restores the whole world from a snapshot of this fake server or of another, also from another process. `reset()` still
   * goes to the initial state of this one.
   *
   * @throws {SnapshotError} when the snapshot has another version, does not conform to the interface or exceeds
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
 * @throws {SeedError} when the seed does not conform to the interface, or exceeds `maxWorldBytes`.
 * @throws {TypeError} when `baseUrl` is not an absolute http(s) URL, or has credentials, a query or a fragment.
 * @throws {OptionError} when another option is invalid; no fake server is created.
 * @throws {RangeError} when `clock` is not an instant, or a function that does not return one.
 * @throws {StorageError} when what is in the `storage` is no world of this release, or a new one cannot be stored.
 */
export function createFakeServer(options: FakeServerOptions = {}): FakeServer {
  warnOfUnknownOptions(options);
  const { href, prefix } = options.baseUrl === undefined ? defaultBaseUrl : parseBaseUrl(options.baseUrl);
  const maxActivityEntries = countOption('maxActivityEntries', options.maxActivityEntries ?? 10_000);
  const maxWorldBytes = countOption('maxWorldBytes', options.maxWorldBytes ?? limits.worldBytes);
  const maxBodyBytes = countOption('maxBodyBytes', options.maxBodyBytes ?? limits.bodyBytes);
  const latencyMs = durationOption('latency', options.latency ?? 0);
  const randomSeed = wholeOption('randomSeed', options.randomSeed ?? 1);
  const behaviour = readBehaviour(options, randomSeed);
  const recorder = createRecorder(options.journal);
  const clock = new WorldClock(options.clock ?? defaultStart);
  const ids = new Random(randomSeed);
  const random = new Random(behaviour.variation?.grease?.seed ?? randomSeed);
  const faults = new FaultList();
  const data = initialData(options.seed, clock.latest, maxWorldBytes);
  const keepsUpdatedAt = behaviour.operations.updatedAt === 'stays';
  const store = new Store(data, { ids, clock, maxActivityEntries, maxWorldBytes, keepsUpdatedAt });
  const lists = new ListTexts(store);
  const changing = { clock, ids, random, faults, recorder, store };
  const world = { ...changing, lists, prefix, latencyMs, behaviour, maxWorldBytes };
  const handle = (request: WireRequest): WireResponse => handleRequest(world, request);
  const beginning = { ids: ids.state, random: random.state, data };
  // Made when they are first needed, so that a world of many is soon made, and small.
  let features: Features | undefined;
  const all = (): Features => (features ??= featuresOf(world, beginning));
  let fetch: FetchFunction | undefined;
  const { storage } = options;
  const changed = storage?.keepWorld(storage, { world, features: all(), data } satisfies KeptWorld);
  return {
    baseUrl: href,
    fetch: (input, init) => (fetch ??= createFetch(handle, maxBodyBytes))(input, init),
    handle,
    reset: () => {
      resetAll(all());
      changed?.();
    },
    snapshot: () => takeSnapshot(all()),
    restore: (snapshot) => {
      restoreSnapshot(all(), snapshot);
      changed?.();
    },
    clock,
    mockServices: mockServiceFixtures(store),
    workspaces: workspaceFixtures(store),
    activity: activityFixtures(store),
    faults: createFaults(faults, changed),
    journal: new RecordedRequests(recorder, faults, changed),
  };
}
