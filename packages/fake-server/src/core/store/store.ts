import type { Random } from '../random.ts';
import type { WorldClock } from '../time/clock.ts';
import { ActivityStore } from './activity.ts';
import { bytesIn, type Change, type StoreData } from './change.ts';
import { Meter } from './meter.ts';
import { MockServiceStore } from './mock-services.ts';
import { WorkspaceStore } from './workspaces.ts';
import { Writer } from './writer.ts';

interface StoreOptions {
  readonly ids: Random;
  readonly clock: WorldClock;
  /** How many entries a log has at most; the oldest go when there are more. */
  readonly maxActivityEntries: number;
  /** How many bytes all rows have at most; a write that would exceed them throws a `WorldFullError`. */
  readonly maxWorldBytes: number;
  /** Whether an update leaves `updatedAt` as it was. */
  readonly keepsUpdatedAt: boolean;
}

/**
 * Everything that the service stores, and the only code that changes it. A write takes effect as a whole or not at all,
 * moves the clock by one tick for each thing it writes, and costs the same whatever the size of the world.
 */
export class Store {
  readonly mockServices: MockServiceStore;
  readonly workspaces: WorkspaceStore;
  readonly activity: ActivityStore;
  readonly #writer: Writer;

  /** @param data - Has no more bytes than `maxWorldBytes`. */
  constructor(data: StoreData, options: StoreOptions) {
    const { ids, clock, maxActivityEntries, maxWorldBytes, keepsUpdatedAt } = options;
    const meter = new Meter(maxWorldBytes, bytesIn(data));
    this.#writer = new Writer(ids, clock, meter, keepsUpdatedAt);
    this.mockServices = new MockServiceStore(this.#writer, data.mockServices);
    this.activity = new ActivityStore(this.#writer, data.activity, maxActivityEntries);
    this.workspaces = new WorkspaceStore(this.#writer, data.workspaces, this.activity);
  }

  /** Calls `listener` after every change. */
  onChange(listener: (change: Change) => void): void {
    this.#writer.onChange(listener);
  }

  /** Calls `listener` once all that belongs together is written. What it throws goes to who wrote. */
  onCommit(listener: () => void): void {
    this.#writer.committed = listener;
  }

  /** Runs `act`, in which all writes take effect together, or none when it throws. */
  atomically<Result>(act: () => Result): Result {
    return this.#writer.atomically(act);
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#writer.clock.now();
  }

  /** Milliseconds since 1970 when the clock was read most recently, also while it cannot be read. */
  get latest(): number {
    return this.#writer.clock.latest;
  }

  /** Replaces all data, with no more bytes than `maxWorldBytes`. Identifiers and clock stay as they are. */
  load(data: StoreData): void {
    this.mockServices.load(data.mockServices);
    this.workspaces.load(data.workspaces);
    this.activity.load(data.activity);
    this.#writer.meter.used = bytesIn(data);
    this.#writer.notify?.({ kind: 'all', data });
  }
}
