import type { MockServiceSummary, Workspace } from '@mock-services/sdk/contract';
import type { WorldClock } from '../time/clock.ts';
import { FaultList, type FaultState } from '../faults/fault-list.ts';
import type { IdGenerator } from '../random.ts';
import { ListText } from './list-text.ts';
import type { Log } from './log.ts';
import { emptyJournal, type JournalState, type Recorder } from '../journal/recorder.ts';
import type { StoredMockService, StoredWorkspace } from './stored.ts';
import { Table, type Rows } from './table.ts';

/** The data of a world: immutable, and shared by whoever holds it. */
export interface WorldData {
  readonly mockServices: Rows<StoredMockService>;
  readonly workspaces: Rows<StoredWorkspace>;
  /** A log for every workspace, by workspace id. */
  readonly activity: Rows<Log>;
}

/** A whole world at one moment. */
export interface WorldState extends WorldData {
  readonly ids: number;
  readonly chance: number;
  readonly clock: number;
  readonly faults: FaultState;
  readonly journal: JournalState;
}

/** Everything about a fake server that ever changes. */
export class World {
  readonly mockServices: Table<StoredMockService>;
  readonly workspaces: Table<StoredWorkspace>;
  readonly activity: Table<Log>;
  /** What the operations that list a table answer with. */
  readonly lists: {
    readonly mockServices: ListText<StoredMockService, MockServiceSummary>;
    readonly workspaces: ListText<StoredWorkspace, Workspace>;
  };
  readonly ids: IdGenerator;
  readonly clock: WorldClock;
  /** What varies by chance follows from it. */
  readonly chance: IdGenerator;
  readonly faults = new FaultList();
  /** `undefined` where nothing is recorded. */
  readonly recorder: Recorder | undefined;
  readonly #beginning: WorldState;

  constructor(
    data: WorldData,
    { ids, chance, clock, recorder }: Pick<World, 'ids' | 'chance' | 'clock' | 'recorder'>,
  ) {
    this.mockServices = new Table(data.mockServices);
    this.workspaces = new Table(data.workspaces);
    this.activity = new Table(data.activity);
    this.lists = {
      mockServices: new ListText(this.mockServices, ({ summary }) => summary),
      workspaces: new ListText(this.workspaces, ({ json }) => json),
    };
    this.ids = ids;
    this.clock = clock;
    this.chance = chance;
    this.recorder = recorder;
    const state = { ids: ids.state, chance: chance.state, clock: clock.offset };
    this.#beginning = { ...data, ...state, faults: this.faults.state, journal: emptyJournal };
  }

  /** Takes the world back to its beginning. */
  reset(): void {
    this.load(this.#beginning);
  }

  /** Puts the world into a state. Costs the same whatever the size of its data. */
  load(state: WorldState): void {
    this.mockServices.load(state.mockServices);
    this.workspaces.load(state.workspaces);
    this.activity.load(state.activity);
    this.ids.state = state.ids;
    this.chance.state = state.chance;
    this.clock.offset = state.clock;
    this.faults.state = state.faults;
    this.faults.release();
    this.recorder?.load(state.journal);
  }
}
