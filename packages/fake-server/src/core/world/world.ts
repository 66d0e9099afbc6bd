import type { ActivityEntry, MockService, MockServiceSummary, Workspace } from '@mock-services/sdk/contract';
import { errorText } from '../words.ts';
import { FakeServerError, isFakeServerError, isStorageError } from '../errors.ts';
import { isPlain } from '../rows/fault.ts';
import type { JournalEntry } from '../rows/journal-entry.ts';
import { synchronous, type WorldStorage } from './world-storage.ts';
import type { TimeSource } from '../time/time.ts';
import { Release, type ReleaseSignal } from '../time/release.ts';
import {
  clearances,
  isData,
  putOfEntry,
  putOfFault,
  type Change,
  type PendingChange,
  type RowKind,
} from '../rows/change.ts';
import { decode, encode, type Json } from '../json.ts';
import { FaultTable, Table, type ReadonlyTable } from './tables.ts';
import { stateRow, type WorldState } from './state.ts';

export interface WorldSettings {
  readonly maxActivityEntries: number;
  readonly maxWorldBytes: number;
  readonly keepsUpdatedAt: boolean;
  /** `undefined` if the journal is disabled. */
  readonly journal: { readonly maxEntries: number; readonly maxBytes: number } | undefined;
  /** Never repeats a message, even for another place in a seed. */
  readonly warn: (message: string, place?: string) => void;
}

export interface PendingCommit {
  readonly changes: readonly PendingChange[];
  /** The state after the changes. */
  readonly state: WorldState;
  /** Number of commits of the world at the start of the transaction. */
  readonly commits: number;
}

/** Receives the changes of each commit after they were applied. Must not throw. */
export type CommitListener = (changes: readonly PendingChange[]) => void;

/** The rows and the state of one fake server. After a world is created or loaded, only `commit` changes it. */
export class World {
  readonly settings: WorldSettings;
  readonly time: TimeSource;
  readonly #tables = {
    mockService: new Table<Json<MockService>>(),
    workspace: new Table<Json<Workspace>>(),
    configuration: new Table<Json<MockService>>(),
    request: new Table<JournalEntry>(),
    problem: new Table<JournalEntry>(),
  };
  readonly mockServices: ReadonlyTable<Json<MockService>> = this.#tables.mockService;
  readonly workspaces: ReadonlyTable<Json<Workspace>> = this.#tables.workspace;
  /** By workspace id. */
  readonly configurations: ReadonlyTable<Json<MockService>> = this.#tables.configuration;
  readonly requests: ReadonlyTable<JournalEntry> = this.#tables.request;
  readonly problems: ReadonlyTable<JournalEntry> = this.#tables.problem;
  /** By workspace id in lower case. A workspace without entries may have no log in this map. */
  readonly #logs = new Map<string, Table<Json<ActivityEntry>>>();
  /** By mock service id in lower case. */
  readonly #summaries = new Map<string, Json<MockServiceSummary>>();
  readonly faults = new FaultTable();
  readonly #listeners = new Set<CommitListener>();
  #storage: WorldStorage | undefined;
  #state: WorldState;
  #bytes = 0;
  /** The storage has no entries for requests that changed nothing. */
  readonly #storedEntries = new WeakSet<JournalEntry>();
  /** Removals of stored journal entries, to be saved with the next change. */
  #unsavedRemovals: PendingChange[] = [];
  /** Whether the stored faults are outdated because saving them failed. */
  #isBehind = false;
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

  /** Size of mock services, workspaces, configurations and activity entries. */
  get bytes(): number {
    return this.#bytes;
  }

  *summaries(): Generator<Json<MockServiceSummary>> {
    for (const [id, row] of this.mockServices.entries()) {
      const summary = this.#summaries.get(id) ?? summaryOf(row);
      this.#summaries.set(id, summary);
      yield summary;
    }
  }

  log(workspaceId: string): ReadonlyTable<Json<ActivityEntry>> | undefined {
    if (!this.workspaces.has(workspaceId)) return undefined;
    return this.#logs.get(workspaceId.toLowerCase()) ?? emptyLog;
  }

  table(kind: RowKind, parent = ''): ReadonlyTable<string | JournalEntry> | undefined {
    if (kind === 'state' || kind === 'seed' || kind === 'fault') return undefined;
    return kind === 'entry' ? this.#logs.get(parent) : this.#tables[kind];
  }

  bytesOf(kind: RowKind, parent?: string): number {
    if (kind !== 'entry' || parent !== undefined) return this.table(kind, parent)?.bytes ?? 0;
    let bytes = 0;
    for (const log of this.#logs.values()) bytes += log.bytes;
    return bytes;
  }

  /** Aborted when the whole world is replaced, to end the responses that `latency` is delaying. */
  get replaced(): ReleaseSignal {
    return this.#replaced;
  }

  onCommit(listener: CommitListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Saves the changes if the world has a storage, and applies them. If `commit` throws, the world does not change.
   * @param isRead - Whether the request changes no data. Such a request adds no entry to the stored journal, and
   *   succeeds even if a fault's count cannot be saved. The count is saved with the next change.
   * @throws {FakeServerError} (`storage-unsaved`) if the changes cannot be saved.
   */
  commit(pending: PendingCommit, { isRead = false } = {}): void {
    const { changes, state } = pending;
    this.#rejectOverlap(pending);
    if (isRead && !changes.some(({ kind }) => kind === 'fault')) this.#keepRemovals(changes);
    else this.#save(pending, isRead);
    this.#rejectOverlap(pending);
    this.#commits += 1;
    for (const change of changes) this.#apply(change);
    this.#state = state;
    this.#release(changes);
    for (const listener of this.#listeners) listener(changes);
  }

  #rejectOverlap({ commits }: PendingCommit): void {
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

  /** Lets another fake server use the storage. */
  releaseStorage(): void {
    this.#storage?.release?.();
  }

  /** Saves all rows, and every later change, to a storage. */
  store(storage: WorldStorage): void {
    this.#storage = storage;
    this.commit({ changes: [...clearances, ...this.#rows()], state: this.#state, commits: this.#commits });
  }

  *#rows(): Generator<PendingChange> {
    for (const kind of ['mockService', 'workspace', 'configuration'] as const)
      for (const [id, value] of this.#tables[kind].entries())
        yield { act: 'put', kind, parent: '', id, value };
    for (const [parent, log] of this.#logs)
      for (const [id, value] of log.entries()) yield { act: 'put', kind: 'entry', parent, id, value };
    for (const fault of this.faults.values()) yield putOfFault(fault);
    for (const kind of ['request', 'problem'] as const)
      for (const entry of this.#tables[kind].values()) yield putOfEntry(kind, entry);
  }

  /**
   * Replaces all rows with those of a storage, and saves every later change to it.
   * @param removals - Changes that remove all other rows from the storage, to be saved with the next change.
   */
  load(
    storage: WorldStorage,
    rows: Iterable<PendingChange>,
    state: WorldState,
    removals: PendingChange[],
  ): void {
    this.#storage = storage;
    for (const change of clearances) this.#apply(change);
    for (const row of rows) {
      this.#apply(row);
      if ('entry' in row) this.#storedEntries.add(row.entry);
    }
    this.#state = state;
    this.#unsavedRemovals = removals;
  }

  /** Remembers the stored journal entries that an unsaved commit removes. */
  #keepRemovals(changes: readonly PendingChange[]): void {
    for (const change of changes) {
      if (change.act !== 'remove' || (change.kind !== 'request' && change.kind !== 'problem')) continue;
      const entry = this.#tables[change.kind].get(change.id);
      if (entry && this.#storedEntries.has(entry)) this.#unsavedRemovals.push(change);
    }
  }

  #save({ changes, state }: PendingCommit, isRead: boolean): void {
    if (!this.#storage) return;
    const isSame = changes.length === 0 && isEqual(state, this.#state);
    if (isSame) return;
    const faults: PendingChange[] = this.#isBehind
      ? [{ act: 'clear', kind: 'fault' }, ...Array.from(this.faults.values(), putOfFault)]
      : [];
    const rows = storedChanges([...this.#unsavedRemovals, ...faults, ...changes]);
    try {
      synchronous('save', this.#storage.save([...rows, stateRow(state, this.time)]));
      this.#isBehind = false;
      this.#unsavedRemovals = [];
      for (const change of changes) if ('entry' in change) this.#storedEntries.add(change.entry);
    } catch (error) {
      // `invalid-option` means that the storage is asynchronous, not that saving failed.
      if (!isRead) throw isFakeServerError(error, 'invalid-option') ? error : unsaved(error);
      this.#isBehind = true;
      this.#keepRemovals(changes);
    }
  }

  #apply(change: PendingChange): void {
    const { kind, parent } = change;
    if (kind === 'fault') this.faults.apply(change);
    if (kind === 'fault' || kind === 'state' || kind === 'seed') return;
    const before = isData[kind] ? this.bytesOf(kind, parent) : 0;
    if (kind === 'entry') this.#applyToLog(change);
    else applyTo(this.#tables[kind], change);
    if (isData[kind]) this.#bytes += this.bytesOf(kind, parent) - before;
    if (kind === 'mockService') this.#forgetSummaries(change);
  }

  #forgetSummaries(change: PendingChange): void {
    if (change.act === 'clear') this.#summaries.clear();
    else this.#summaries.delete(change.id);
  }

  #applyToLog(change: PendingChange): void {
    const { act, parent } = change;
    if (parent === undefined) this.#logs.clear();
    else if (act === 'clear') this.#logs.delete(parent);
    else {
      const log = this.#logs.get(parent) ?? new Table<Json<ActivityEntry>>();
      this.#logs.set(parent, log);
      applyTo(log, change);
    }
  }

  #release(changes: readonly PendingChange[]): void {
    this.faults.release(changes);
    if (!changes.some(({ act, kind }) => act === 'clear' && kind === 'workspace')) return;
    // Replace the signal before aborting it, because its listeners may add faults.
    const released = this.#replaced;
    this.#replaced = new Release();
    released.abort();
  }
}

const emptyLog = new Table<Json<ActivityEntry>>();

function applyTo(table: Table, change: PendingChange): void {
  if (change.act === 'clear') table.clear();
  else if ('value' in change) table.set(change.id, change.value);
  else if ('entry' in change) table.set(change.id, change.entry);
  else table.delete(change.id);
}

/** Omits faults whose matcher cannot be serialized as JSON. */
function storedChanges(changes: readonly PendingChange[]): Change[] {
  const stored: Change[] = [];
  for (const change of changes) {
    if ('entry' in change) {
      const { entry, ...key } = change;
      stored.push({ ...key, value: JSON.stringify(entry) });
    } else if (!('fault' in change)) stored.push(change);
    else if (isPlain(change.fault.match)) {
      const { fault, ...key } = change;
      stored.push({ ...key, value: JSON.stringify(fault) });
    }
  }
  return stored;
}

function summaryOf(row: Json<MockService>): Json<MockServiceSummary> {
  const { id, type, title, createdAt, updatedAt } = decode(row);
  return encode({ id, type, title, createdAt, updatedAt });
}

function isEqual(state: WorldState, other: WorldState): boolean {
  return (Object.keys(state) as (keyof WorldState)[]).every((key) => state[key] === other[key]);
}

function unsaved(cause: unknown): FakeServerError {
  const reason = isStorageError(cause) ? cause.message : errorText(cause);
  return new FakeServerError(
    'storage-unsaved',
    `The change could not be stored, and was not applied. ${reason}`,
    {
      cause,
    },
  );
}
