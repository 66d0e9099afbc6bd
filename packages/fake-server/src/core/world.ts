import type { WorldClock } from './clock.ts';
import type { IdGenerator } from './ids.ts';
import type { Log } from './log.ts';
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
  readonly clock: number;
}

/** Everything about a fake server that ever changes. */
export class World {
  readonly mockServices: Table<StoredMockService>;
  readonly workspaces: Table<StoredWorkspace>;
  readonly activity: Table<Log>;
  readonly ids: IdGenerator;
  readonly clock: WorldClock;

  constructor(data: WorldData, ids: IdGenerator, clock: WorldClock) {
    this.mockServices = new Table(data.mockServices);
    this.workspaces = new Table(data.workspaces);
    this.activity = new Table(data.activity);
    this.ids = ids;
    this.clock = clock;
  }

  /** The world as it is now. Costs the same whatever its size. */
  save(): WorldState {
    return {
      mockServices: this.mockServices.save(),
      workspaces: this.workspaces.save(),
      activity: this.activity.save(),
      ids: this.ids.state,
      clock: this.clock.offset,
    };
  }

  /** Makes the world what it was when `state` was saved. Costs the same whatever its size. */
  load(state: WorldState): void {
    this.mockServices.load(state.mockServices);
    this.workspaces.load(state.workspaces);
    this.activity.load(state.activity);
    this.ids.state = state.ids;
    this.clock.offset = state.clock;
  }
}
