/** The whole world as one plain value, and back. */
import { loadFaults, saveFaults, type SavedFaults } from '../faults/saved-faults.ts';
import { checkJournalState, emptyJournal, type JournalState } from '../journal/recorder.ts';
import { toTimestamp } from '../time/instant.ts';
import { decode } from '../store/json.ts';
import { loadSeed } from '../seed/load-seed.ts';
import type { CompleteSeed } from '../seed/seed.ts';
import { SnapshotError } from '../errors.ts';
import { readParts, wholeNumber } from './snapshot-reader.ts';
import type { World, WorldData, WorldState } from '../store/world.ts';

/** The version of the snapshots that this release takes and restores. */
const snapshotVersion = 1;

/**
 * A fake server's whole world at one moment. Plain JSON: it can be written to a file and restored by another
 * fake server.
 */
export interface Snapshot {
  /** The form of the snapshot. Another version is refused. */
  readonly version: typeof snapshotVersion;
  /** The time: ISO 8601 UTC text. */
  readonly clock: string;
  /** State of the generator of identifiers: a whole number of 32 bits. */
  readonly ids: number;
  /** State of the generator that variation follows from: a whole number of 32 bits. */
  readonly chance: number;
  /** The faults and what became of them. */
  readonly faults: SavedFaults;
  /** What was received. */
  readonly journal: JournalState;
  /** Mock services, workspaces, activity logs and configurations; of the same form as a seed. */
  readonly data: CompleteSeed;
}

export function takeSnapshot(world: World): Snapshot {
  return {
    version: snapshotVersion,
    clock: toTimestamp(world.clock.now()),
    ids: world.ids.state,
    chance: world.chance.state,
    faults: saveFaults(world.faults.state, world.faults.functions),
    journal: world.recorder?.save() ?? emptyJournal,
    data: dataOf(world),
  };
}

/**
 * Checks a snapshot and makes it a state that a world can be put into.
 *
 * @throws {SnapshotError} when it has another version or another shape.
 */
export function readSnapshot(world: World, snapshot: Snapshot): WorldState {
  refuseOtherVersions(snapshot);
  const { data, ...others } = readParts<Omit<WorldState, keyof WorldData> & { data: WorldData }>(snapshot, {
    clock: {
      expected: 'ISO 8601 UTC timestamp',
      read: () => world.clock.offsetAt(snapshot.clock),
    },
    ids: { expected: 'whole number of 32 bits', read: () => wholeNumber(snapshot.ids, 2 ** 32 - 1) },
    chance: { expected: 'whole number of 32 bits', read: () => wholeNumber(snapshot.chance, 2 ** 32 - 1) },
    faults: {
      expected: 'faults of a snapshot',
      read: () => loadFaults(snapshot.faults, world.faults.functions),
    },
    journal: { expected: 'journal of a snapshot', read: () => checkJournalState(snapshot.journal) },
    data: { expected: 'seed', read: () => loadSeed(snapshot.data) },
  });
  return { ...data, ...others };
}

function refuseOtherVersions(snapshot: unknown): void {
  const version: unknown =
    typeof snapshot === 'object' && snapshot !== null && 'version' in snapshot ? snapshot.version : undefined;
  if (version === snapshotVersion) return;
  const name = typeof version === 'number' ? `has version ${version}` : 'has no version';
  throw new SnapshotError(`The snapshot ${name}; this release restores version ${snapshotVersion}.`, []);
}

function dataOf(world: World): CompleteSeed {
  const workspaces = Array.from(world.workspaces.values(), ({ json, configuration }) => ({
    workspace: decode(json),
    configuration: decode(configuration),
  }));
  const byId = <Value>(value: (of: (typeof workspaces)[number]) => Value) =>
    Object.fromEntries(workspaces.map((each) => [each.workspace.id, value(each)]));
  return {
    mockServices: Array.from(world.mockServices.values(), ({ full }) => decode(full)),
    workspaces: workspaces.map(({ workspace }) => workspace),
    activity: byId(({ workspace }) => Array.from(world.activity.get(workspace.id) ?? [], decode)),
    configurations: byId(({ configuration }) => configuration),
  };
}
