import type { FakeServer } from './fake.ts';
import { optionError, invalidError, fullIssue } from './errors.ts';
import { createFaults, resendFaultsOf } from './faults/faults.ts';
import { activityFixtures } from './fixtures/activity.ts';
import { mockServiceFixtures } from './fixtures/mock-services.ts';
import { workspaceFixtures } from './fixtures/workspaces.ts';
import { rejectFilter, rejectingFilters } from './checks/filters.ts';
import { defaultBaseUrl, parseBaseUrl } from './http/base-url.ts';
import { createFetch } from './door/fetch.ts';
import type { WireRequest, WireResponse } from './http/message.ts';
import { handleRequest } from './engine/engine.ts';
import { internals, type FakeInternals, type WarningListener } from './internals.ts';
import { createJournal, readJournalOptions } from './journal/journal.ts';
import { Recorder } from './journal/recorder.ts';
import { bodyLimitOf, countOption, durationOption, integerOption, limits } from './checks/options.ts';
import type { FakeServerOptions } from './options.ts';
import { seededRandom } from './random.ts';
import { emptyWorld, putSeed, seedOf, type Seed } from './fixtures/seed.ts';
import { readSnapshot, takeSnapshot } from './saved/snapshot.ts';
import { checkStorage, type WorldStorage } from './world/world-storage.ts';
import { clearances } from './world/change.ts';
import { applyScenario, defineScenarios, listScenarios } from './scenarios.ts';
import { createClock } from './world/clock.ts';
import { defaultStart, TimeSource } from './time/time.ts';
import { warnOfUnknownOptions } from './unknown-options.ts';
import { onceEach, warn } from './words.ts';
import { accessTo, readBehavior } from './behavior/behavior.ts';
import { connectStorage, putsOfSeed } from './saved/stored-world.ts';
import { Transaction } from './world/transaction.ts';
import { World, type PendingCommit } from './world/world.ts';

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
export function createFakeServer<ScenarioName extends string = never>(
  options: FakeServerOptions<ScenarioName> = {},
): FakeServer<ScenarioName> {
  warnOfUnknownOptions(options);
  return createFake(options).fake as FakeServer<ScenarioName>;
}

type Initial = Pick<Transaction, 'changes' | 'state'>;

function createFake(
  options: FakeServerOptions,
  given?: Initial,
): { readonly fake: FakeServer; readonly world: World } {
  const { href, prefix } = options.baseUrl === undefined ? defaultBaseUrl : parseBaseUrl(options.baseUrl);
  const maxBodyBytes = bodyLimitOf(options);
  const latencyMs = durationOption('latency', options.latency ?? 0);
  const randomSeed = integerOption('randomSeed', options.randomSeed ?? 1);
  const behavior = readBehavior(options, randomSeed);
  const scenarios = defineScenarios(options.scenarios === undefined ? {} : options.scenarios);
  const storage = options.storage === undefined ? undefined : checkStorage(options.storage);
  const warned = new Set<WarningListener>();
  const print = onceEach((message) => warn(options, message));
  const settings = {
    maxActivityEntries: countOption('maxActivityEntries', options.maxActivityEntries ?? 10_000),
    maxWorldBytes: countOption('maxWorldBytes', options.maxWorldBytes ?? limits.worldBytes),
    randomSeed,
    keepsUpdatedAt: behavior.settings.updatedAt === 'stays',
    warn: (message: string, place?: string) => {
      for (const listener of warned) listener(message, place);
      print(message, place);
    },
  };
  const untouched = {
    ids: seededRandom(randomSeed).state,
    random: seededRandom(behavior.seed).state,
    clockOffset: 0,
    faults: [],
    latestFault: 0,
  };
  const time = new TimeSource(options.clock ?? defaultStart);
  const world = new World(settings, time, untouched);
  const transactionOf = (seed: Seed): Transaction => {
    const tx = new Transaction(world, untouched, [...clearances]);
    putSeed(tx, seed);
    const overflow = tx.overflow();
    if (overflow) throw invalidError('invalid-seed', 'The seed', [fullIssue(overflow)]);
    return tx;
  };
  const { changes, state } = given ?? transactionOf(options.seed === undefined ? emptyWorld() : options.seed);
  const first: Initial = { changes, state };
  world.commit({ changes, state, commits: world.commits });
  const baseUrl = new URL(href);
  const recorder = new Recorder(readJournalOptions(options.journal), baseUrl, settings.warn);
  const replace = (commit: PendingCommit): void => {
    world.commit(commit);
    recorder.clear();
  };
  let resetTo: Initial = first;
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
  const access = accessTo(behavior);
  const engine = { world, recorder, baseUrl, prefix, latencyMs, behavior };
  const fake: FakeServer & { readonly [internals]: FakeInternals } = {
    baseUrl: href,
    fetch: createFetch({ handle, vary: access.varyError, maxBodyBytes }),
    handle,
    seed: (seed) => {
      const { changes, state, commits } = transactionOf(seed);
      replace({ changes: [...changes, ...putsOfSeed(changes, state.ids)], state, commits });
      resetTo = { changes, state };
    },
    data: () => seedOf(world),
    reset: (...ignored: readonly unknown[]) => {
      rejectFilter('reset', ignored);
      replace(new Transaction(world, resetTo.state, resetTo.changes));
    },
    snapshot: () => takeSnapshot(world),
    restore: (snapshot) => replace(readSnapshot(world, snapshot)),
    scenario: (name) => {
      const initial = { ...first, state: { ...first.state, latestFault: world.state.latestFault } };
      const scratch = createFake({ ...options, storage: undefined, onWarning: settings.warn }, initial);
      applyScenario(scenarios, name, scratch.fake);
      const state = { ...scratch.world.state, scenario: name };
      replace(new Transaction(world, state, [...clearances, ...scratch.world.rows()]));
    },
    scenarios: () => listScenarios(scenarios, world.state.scenario),
    clock: createClock(world),
    mockServices: rejectingFilters('mockServices', mockServiceFixtures(world)),
    workspaces: rejectingFilters('workspaces', workspaceFixtures(world)),
    activity: rejectingFilters('activity', activityFixtures(world)),
    faults: rejectingFilters('faults', createFaults(world)),
    journal: rejectingFilters('journal', journal),
    [internals]: {
      ...access,
      connect,
      close: (reason) => world.close(reason),
      received,
      onChange: (listener) => world.onChange(listener),
      onWarning: (listener) => {
        warned.add(listener);
        return () => void warned.delete(listener);
      },
      watchResendFaults: resendFaultsOf(world),
    },
  };
  return { fake, world };
}
