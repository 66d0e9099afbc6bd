import type { Faults } from './faults/faults.ts';
import type { ActivityFixtures } from './fixtures/activity.ts';
import type { MockServiceFixtures } from './fixtures/mock-services.ts';
import type { CompleteSeed, Seed } from './fixtures/seed.ts';
import type { Snapshot } from './saved/snapshot.ts';
import type { WorkspaceFixtures } from './fixtures/workspaces.ts';
import type { WireRequest, WireResponse } from './http/message.ts';
import type { FetchFunction } from './door/fetch.ts';
import type { Journal } from './journal/journal.ts';
import type { Clock } from './world/clock.ts';

/** A fake of the service, with all its endpoints and in-memory state. All functions can be called without `this`. */
export interface FakeServer<ScenarioName extends string = string> {
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
   * this seed, even after the world is loaded from storage again. If `seed` throws, the state is unchanged.
   * @throws {FakeServerError} (`invalid-seed`) if the seed does not conform to the interface, or exceeds
   *   `maxWorldBytes`.
   * @throws {FakeServerError} (`storage-unsaved`) if the world cannot be stored.
   */
  readonly seed: (seed: Seed) => void;
  /** Returns a deep copy of all data, as a seed. */
  readonly data: () => CompleteSeed;
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
   * the journal. Handles of faults that the snapshot contains work again. A later `reset()` still restores the initial
   * state of this fake server. If `restore` throws, the state is unchanged.
   * @throws {FakeServerError} (`invalid-snapshot`) if the snapshot has another version, does not conform to the
   *   interface, or exceeds `maxWorldBytes`.
   * @throws {FakeServerError} (`storage-unsaved`) if the world cannot be stored.
   */
  readonly restore: (snapshot: Snapshot) => void;
  /**
   * Applies one of the `scenarios` in one change, and clears the journal. The scenario starts from the state with which
   * this fake server was created. A later `reset()` still restores the initial state.
   * @throws {FakeServerError} (`scenario`) if the scenario is unknown, throws or returns a promise. Nothing has changed.
   * @throws {FakeServerError} (`storage-unsaved`) if the state cannot be stored. Nothing has changed.
   */
  // Because this is a method, a fake server with named scenarios is assignable to `FakeServer`.
  scenario(this: void, name: ScenarioName): void;
  /** Lists the `scenarios` in the order of their definition, and shows which scenario is applied. */
  readonly scenarios: () => readonly ListedScenario<ScenarioName>[];
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

export interface ListedScenario<Name extends string = string> {
  readonly name: Name;
  readonly title: string;
  /** Whether the current state began with this scenario. The value is false after `reset`, `seed` or another scenario. */
  readonly applied: boolean;
}
