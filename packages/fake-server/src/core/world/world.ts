import type { MockService, MockServiceSummary } from '@mock-services/sdk/contract';
import { kindNames, type DataKind, type Resources } from '@mock-services/sdk/seed';
import { causedError, FakeServerError, isFakeServerError } from '../errors.ts';
import { synchronous, type WorldStorage } from './world-storage.ts';
import type { TimeSource } from '../time/time.ts';
import { Release, type ReleaseSignal } from '../time/release.ts';
import { clearances, isDataKind, isReplacement, type Change, type Row } from './change.ts';
import type { Fault } from '../faults/fault.ts';
import { decode, encode, type Json } from '../json.ts';
import { Table, Tables, type ReadonlyTable } from './tables.ts';
import { faultRows, isSame, stateRow, type WorldState } from './state.ts';

export interface WorldSettings {
  readonly maxActivityEntries: number;
  readonly maxWorldBytes: number;
  readonly keepsUpdatedAt: boolean;
  readonly randomSeed: number;
  /** Prints each message only once, even if several places in a seed cause it. */
  readonly warn: (message: string, place?: string) => void;
}

export interface PendingCommit {
  readonly changes: readonly Change[];
  readonly state: WorldState;
  readonly commits: number;
}

/** After a world is created or loaded, only `commit` changes its rows and its state. */
export class World {
  readonly settings: WorldSettings;
  readonly time: TimeSource;
  readonly #tables = new Map(kindNames.map((kind) => [kind, new Tables()]));
  /** The keys are mock service ids in lower case. */
  readonly #summaries = new Map<string, Json<MockServiceSummary>>();
  readonly #listeners = new Set<() => void>();
  #storage: WorldStorage | undefined;
  #state: WorldState;
  #storedFaults: readonly Fault[] = [];
  readonly #removed = new Map<number, Release>();
  #commits = 0;
  #replaced = new Release();

  constructor(settings: WorldSettings, time: TimeSource, state: WorldState) {
    this.settings = settings;
    this.time = time;
    this.#state = state;
  }

  get state(): WorldState {
    return this.#state;
  }

  now(): number {
    return this.time.read(this.#state.clockOffset);
  }

  /** Size of all data, without faults and the state. */
  get bytes(): number {
    return kindNames.reduce((bytes, kind) => bytes + this.bytesOf(kind), 0);
  }

  *summaries(): Generator<Json<MockServiceSummary>> {
    for (const [id, row] of this.table('mockService').entries()) {
      const summary = this.#summaries.get(id) ?? summaryOf(row);
      this.#summaries.set(id, summary);
      yield summary;
    }
  }

  table<Kind extends DataKind>(kind: Kind, parent = ''): ReadonlyTable<Json<Resources[Kind]>> {
    const table: ReadonlyTable<string> = this.#tables.get(kind)?.of(parent.toLowerCase()) ?? emptyTable;
    // The cast is safe, because each table contains only resources of its kind.
    return table as ReadonlyTable<Json<Resources[Kind]>>;
  }

  bytesOf(kind: DataKind, parent?: string): number {
    const tables = this.#tables.get(kind);
    return (parent === undefined ? tables : tables?.of(parent))?.bytes ?? 0;
  }

  /** The signal is aborted when the fault is removed, to end the responses that the fault delays. */
  removed(id: number): ReleaseSignal {
    const signal = this.#removed.get(id) ?? new Release();
    this.#removed.set(id, signal);
    return signal;
  }

  /** The signal is aborted when the whole world is replaced, to end the responses that `latency` delays. */
  get replaced(): ReleaseSignal {
    return this.#replaced;
  }

  /** Calls the listener after each change. The listener must not throw. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Saves the changes if the world has a storage, and applies them. If `commit` throws, the world does not change.
   * @throws {FakeServerError} (`storage-unsaved`) if the changes cannot be saved.
   */
  commit({ changes, state, commits }: PendingCommit): void {
    this.#rejectOverlap(commits);
    if (changes.length === 0 && isSame(state, this.#state)) return;
    this.#save(changes, state);
    this.#rejectOverlap(commits);
    this.#commits += 1;
    for (const change of changes) this.#apply(change);
    const { faults } = this.#state;
    this.#state = state;
    this.#release(changes, faults);
    for (const listener of this.#listeners) listener();
  }

  #rejectOverlap(commits: number): void {
    if (commits === this.#commits) return;
    throw new Error(
      'A callback changed the fake server while another change was in progress. Make the change after the callback returns.',
    );
  }

  get commits(): number {
    return this.#commits;
  }

  get isStored(): boolean {
    return this.#storage !== undefined;
  }

  /** Ends hanging responses. Later changes of a stored world throw. */
  close(reason: string): void {
    for (const { id, hang } of this.#state.faults) if (hang) this.#removed.get(id)?.abort();
    if (this.#storage) this.#storage = closedStorage(reason);
  }

  /** Saves all rows, and every later change, to an empty storage. */
  store(storage: WorldStorage): void {
    this.#storage = storage;
    this.#write(storage, [...this.rows(), ...faultRows([], this.#state.faults)], this.#state);
  }

  *rows(only?: DataKind): Generator<{ readonly act: 'put' } & Row> {
    for (const [kind, tables] of this.#tables)
      if (kind === (only ?? kind)) for (const row of tables.rows()) yield { act: 'put', kind, ...row };
  }

  /** Replaces all rows and the state with the content of a storage, and saves every later change to the storage. */
  load(storage: WorldStorage, rows: readonly Change[], state: WorldState): void {
    this.#storage = storage;
    this.#storedFaults = state.faults;
    for (const change of [...clearances, ...rows]) this.#apply(change);
    this.#state = state;
  }

  /** A change of the random numbers alone is not saved. */
  #save(changes: readonly Change[], state: WorldState): void {
    if (!this.#storage) return;
    const { ids, clockOffset } = this.#state;
    const faults = faultRows(this.#storedFaults, state.faults);
    const rows = [...changes, ...faults];
    const isDue = rows.length > 0 || state.ids !== ids || state.clockOffset !== clockOffset;
    if (isDue) this.#write(this.#storage, rows, state);
  }

  #write(storage: WorldStorage, changes: readonly Change[], state: WorldState): void {
    try {
      synchronous('save', storage.save([...changes, stateRow(state, this.time)]));
    } catch (error) {
      // `invalid-option` means that the storage is asynchronous, not that saving failed.
      if (isFakeServerError(error, 'invalid-option')) throw error;
      throw causedError('storage-unsaved', 'The change could not be stored, and was not applied.', error);
    }
    this.#storedFaults = state.faults;
  }

  #apply(change: Change): void {
    if (!isDataKind(change.kind)) return;
    this.#tables.get(change.kind)?.apply(change);
    if (change.kind !== 'mockService') return;
    if (change.act === 'clear') this.#summaries.clear();
    else this.#summaries.delete(change.id);
  }

  /** Ends the responses that removed faults were delaying, or all delayed responses if the world was replaced. */
  #release(changes: readonly Change[], faults: readonly Fault[]): void {
    const isReplaced = isReplacement(changes);
    // A change either adds faults, counts their requests or removes faults.
    if (!isReplaced && this.#state.faults.length >= faults.length) return;
    const remaining = isReplaced ? new Set<number>() : new Set(this.#state.faults.map(({ id }) => id));
    const released = [...this.#removed].filter(([id]) => !remaining.has(id));
    // Forget the signals before aborting them, because their listeners may add faults.
    for (const [id] of released) this.#removed.delete(id);
    const signals = released.map(([, signal]) => signal);
    if (isReplaced) {
      signals.push(this.#replaced);
      this.#replaced = new Release();
    }
    for (const signal of signals) signal.abort();
  }
}

const emptyTable = new Table();

function closedStorage(reason: string): WorldStorage {
  const reject = (): never => {
    throw new FakeServerError('storage-unavailable', reason);
  };
  return { load: reject, save: reject };
}

function summaryOf(row: Json<MockService>): Json<MockServiceSummary> {
  const { id, type, title, createdAt, updatedAt } = decode(row);
  return encode({ id, type, title, createdAt, updatedAt });
}
