import type { ActivityEntry, MockService, MockServiceSummary, Workspace } from '@mock-services/sdk/contract';
import { errorText } from '../words.ts';
import { isOptionError, isStorageError, StorageError } from '../errors.ts';
import { isArmed, isPlain, type Fault, type FaultMatcher } from '../faults/fault.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import { synchronous, type WorldStorage } from '../storage/world-storage.ts';
import type { TimeSource } from '../time/time-source.ts';
import { Release, type ReleaseSignal } from '../time/release.ts';
import { isData, type Change, type RowKind } from './change.ts';
import { decode, encode, type Json } from './json.ts';
import { stateRow, type WorldState } from './state.ts';
import { Table, type ReadonlyTable } from './table.ts';

/** What stays the same for the life of a world. */
export interface WorldSettings {
  readonly maxActivityEntries: number;
  readonly maxWorldBytes: number;
  /** Whether an update leaves `updatedAt` unchanged. */
  readonly keepsUpdatedAt: boolean;
  /** How much the journal keeps; `undefined` if it keeps nothing. */
  readonly journal: { readonly maxEntries: number; readonly maxBytes: number } | undefined;
  readonly warn: (message: string) => void;
}

/** What a transaction is about to change. */
export interface PendingCommit {
  readonly changes: readonly Change[];
  /** The state after the changes. */
  readonly state: WorldState;
  /** How many commits the world had when the transaction was begun. */
  readonly commits: number;
  /** The matchers that JSON cannot hold, by the id of their fault. Such a fault is never stored. */
  readonly matchers: ReadonlyMap<string, FaultMatcher>;
}

/** Receives the changes of a commit, after they were applied. */
export type CommitListener = (changes: readonly Change[]) => void;

/** The rows and the state of one fake server. Only `commit` changes them. */
export class World {
  readonly settings: WorldSettings;
  readonly time: TimeSource;
  readonly mockServices: ReadonlyTable<MockService>;
  readonly workspaces: ReadonlyTable<Workspace>;
  /** The configurations of workspaces, by workspace id. */
  readonly configurations: ReadonlyTable<MockService>;
  readonly requests: ReadonlyTable<JournalEntry>;
  readonly problems: ReadonlyTable<JournalEntry>;
  readonly #tables: Readonly<Record<Exclude<RowKind, 'entry' | 'state'>, Table>>;
  /** The activity logs that are not empty, by workspace id in lower case. */
  readonly #logs = new Map<string, Table<ActivityEntry>>();
  /** Summaries that were listed since their mock service changed, by id in lower case. */
  readonly #summaries = new Map<string, Json<MockServiceSummary>>();
  readonly #faults = new Map<string, Fault>();
  /** The faults that can still be applied, oldest first. */
  readonly #armedFaults: Fault[] = [];
  readonly #listeners = new Set<CommitListener>();
  readonly #storage: WorldStorage | undefined;
  #state: WorldState;
  #bytes = 0;
  /** Whether the storage lacks faults, journal and state, because it failed to save them. */
  #isBehind = false;
  #commits = 0;
  #faultsCleared = new Release();
  #replaced = new Release();

  constructor(settings: WorldSettings, time: TimeSource, state: WorldState, storage?: WorldStorage) {
    this.settings = settings;
    this.time = time;
    this.#state = state;
    this.#storage = storage;
    const [mockService, workspace, configuration] = [
      new Table<MockService>(),
      new Table<Workspace>(),
      new Table<MockService>(),
    ];
    const [request, problem] = [new Table<JournalEntry>(), new Table<JournalEntry>()];
    this.#tables = { mockService, workspace, configuration, request, problem, fault: new Table() };
    this.mockServices = mockService;
    this.workspaces = workspace;
    this.configurations = configuration;
    this.requests = request;
    this.problems = problem;
  }

  get state(): WorldState {
    return this.#state;
  }

  /** Unix time in milliseconds. */
  now(): number {
    return this.time.read(this.#state.clockOffset);
  }

  /** Bytes of what the service stores: mock services, workspaces with their configurations, and activity entries. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The summaries of all mock services, in list order. */
  *summaries(): Generator<Json<MockServiceSummary>> {
    for (const [id, row] of this.mockServices.entries()) {
      const summary = this.#summaries.get(id) ?? summaryOf(row);
      this.#summaries.set(id, summary);
      yield summary;
    }
  }

  /** All faults, oldest first. */
  get faults(): Iterable<Fault> {
    return this.#faults.values();
  }

  /** The faults that can still be applied, oldest first. The array changes with the world. */
  get armedFaults(): readonly Fault[] {
    return this.#armedFaults;
  }

  /** The fault with an id. */
  fault(id: number): Fault | undefined {
    return this.#faults.get(String(id));
  }

  /** The activity log of a workspace, oldest entry first. `undefined` if the workspace does not exist. */
  log(workspaceId: string): ReadonlyTable<ActivityEntry> | undefined {
    if (!this.workspaces.has(workspaceId)) return undefined;
    return this.#logs.get(workspaceId.toLowerCase()) ?? emptyLog;
  }

  /** The table with the rows of a kind and parent, if it has any. */
  table(kind: RowKind, parent = ''): ReadonlyTable<unknown> | undefined {
    if (kind === 'state') return undefined;
    return kind === 'entry' ? this.#logs.get(parent) : this.#tables[kind];
  }

  /** Bytes of the rows of a kind, or of one parent. */
  bytesOf(kind: RowKind, parent?: string): number {
    if (kind !== 'entry' || parent !== undefined) return this.table(kind, parent)?.bytes ?? 0;
    let bytes = 0;
    for (const log of this.#logs.values()) bytes += log.bytes;
    return bytes;
  }

  /** Aborted when the faults are cleared, to end the responses that faults delay. */
  get faultsCleared(): ReleaseSignal {
    return this.#faultsCleared;
  }

  /** Aborted when the whole world is replaced, to end the responses that `latency` delays. */
  get replaced(): ReleaseSignal {
    return this.#replaced;
  }

  /** Calls `listener` after each commit. Returns a function that ends that. */
  onCommit(listener: CommitListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Saves the changes of a transaction, if there is a storage, and applies them.
   *
   * @param isRead - Whether the transaction belongs to a request that only reads. Such a request succeeds even if its journal entry
   * cannot be saved; the entry is saved with the next change.
   * @throws {OptionError} if the storage is asynchronous; the world is then as before.
   * @throws {StorageError} if the changes cannot be saved; the world is then as before.
   */
  commit(pending: PendingCommit, { isRead = false } = {}): void {
    const { changes, state, matchers } = pending;
    this.#rejectOverlap(pending);
    this.#save(pending, isRead);
    this.#rejectOverlap(pending);
    this.#commits += 1;
    for (const change of changes) this.#apply(change, matchers);
    this.#state = state;
    this.#release(changes);
    for (const listener of this.#listeners) this.#notify(listener, changes);
  }

  #rejectOverlap({ commits }: PendingCommit): void {
    if (commits === this.#commits) return;
    throw new Error('A function that the fake server called while it made a change has changed the world.');
  }

  /** How many commits there were. */
  get commits(): number {
    return this.#commits;
  }

  /**
   * Applies rows that were read from the storage.
   *
   * @param isWhole - Whether these are all rows of the storage. Rows that were left out are removed from it with the next change.
   */
  load(rows: Iterable<Change>, state: WorldState, isWhole: boolean): void {
    for (const row of rows) this.#apply(row);
    this.#state = state;
    this.#isBehind = !isWhole;
  }

  #save({ changes, state, matchers }: PendingCommit, isRead: boolean): void {
    if (!this.#storage) return;
    const isSame = changes.length === 0 && isEqual(state, this.#state);
    if (isSame && !this.#isBehind) return;
    const isStored = (change: Change) =>
      !(change.act === 'put' && change.kind === 'fault' && matchers.has(change.id));
    try {
      const stored = matchers.size === 0 ? changes : changes.filter(isStored);
      const missing = this.#isBehind ? this.#bookkeeping() : [];
      synchronous('save', this.#storage.save([...missing, ...stored, stateRow(state, this.time)]));
      this.#isBehind = false;
    } catch (error) {
      // A storage that is not synchronous is not a failure of the disk.
      if (!isRead) throw isOptionError(error) ? error : unsaved(error);
      this.#isBehind = true;
    }
  }

  /** Faults and journal as a whole. */
  #bookkeeping(): Change[] {
    const changes: Change[] = [];
    for (const kind of ['fault', 'request', 'problem'] as const) {
      changes.push({ act: 'clear', kind });
      for (const [id, value] of this.#tables[kind].entries()) {
        if (kind === 'fault' && !isPlain(this.#faults.get(id)?.match)) continue;
        changes.push({ act: 'put', kind, parent: '', id, value });
      }
    }
    return changes;
  }

  #apply(change: Change, matchers?: PendingCommit['matchers']): void {
    const { kind, parent } = change;
    if (kind === 'state') return;
    const before = isData[kind] ? this.bytesOf(kind, parent) : 0;
    if (kind === 'entry') this.#applyToLog(change);
    else applyTo(this.#tables[kind], change);
    if (isData[kind]) this.#bytes += this.bytesOf(kind, parent) - before;
    if (kind === 'mockService') forget(this.#summaries, change);
    if (kind === 'fault') this.#applyToFaults(change, matchers);
  }

  #applyToFaults(change: Change, matchers?: PendingCommit['matchers']): void {
    if (change.act === 'clear') this.#armedFaults.length = 0;
    if (change.act !== 'put') forget(this.#faults, change);
    if (change.act === 'remove') this.#disarm(Number(change.id));
    if (change.act !== 'put') return;
    const match = matchers?.get(change.id);
    const fault = JSON.parse(change.value) as Fault;
    const whole = { ...fault, ...(match !== undefined && { match }) };
    this.#faults.set(change.id, whole);
    const at = this.#armedFaults.findLastIndex(({ id }) => id === whole.id);
    if (!isArmed(whole)) this.#disarm(whole.id);
    else if (at === -1) this.#armedFaults.push(whole);
    else this.#armedFaults[at] = whole;
  }

  #disarm(id: number): void {
    const at = this.#armedFaults.findLastIndex((fault) => fault.id === id);
    if (at !== -1) this.#armedFaults.splice(at, 1);
  }

  #applyToLog(change: Change): void {
    const { act, parent } = change;
    if (parent === undefined) this.#logs.clear();
    else if (act === 'clear') this.#logs.delete(parent);
    else {
      const log = this.#logs.get(parent) ?? new Table<ActivityEntry>();
      this.#logs.set(parent, log);
      applyTo(log, change);
    }
  }

  #release(changes: readonly Change[]): void {
    const isCleared = (kind: RowKind) =>
      changes.some((change) => change.act === 'clear' && change.kind === kind);
    // Replaced before it is aborted: a listener may add faults.
    if (isCleared('fault')) {
      const released = this.#faultsCleared;
      this.#faultsCleared = new Release();
      released.abort();
    }
    if (isCleared('workspace')) {
      const released = this.#replaced;
      this.#replaced = new Release();
      released.abort();
    }
  }

  #notify(listener: CommitListener, changes: readonly Change[]): void {
    try {
      listener(changes);
    } catch (error) {
      this.#warn(`A listener of the fake server threw ${errorText(error)}.`);
    }
  }

  /** The change has been made, so a warning must not make the caller take it for one that failed. */
  #warn(message: string): void {
    try {
      this.settings.warn(message);
    } catch {
      // The function is the user's own.
    }
  }
}

const emptyLog = new Table<ActivityEntry>();

function applyTo(table: Table, change: Change): void {
  if (change.act === 'clear') table.clear();
  else if (change.act === 'remove') table.delete(change.id);
  else table.set(change.id, change.value as Json<unknown>);
}

/** Removes what was kept for the rows that a change puts or removes. */
function forget(kept: Map<string, unknown>, change: Change): void {
  if (change.act === 'clear') kept.clear();
  else kept.delete(change.id);
}

/** The fields of a mock service that a list shows. */
function summaryOf(row: Json<MockService>): Json<MockServiceSummary> {
  const { id, type, title, createdAt, updatedAt } = decode(row);
  return encode({ id, type, title, createdAt, updatedAt });
}

function isEqual(state: WorldState, other: WorldState): boolean {
  return (Object.keys(state) as (keyof WorldState)[]).every((key) => state[key] === other[key]);
}

function unsaved(cause: unknown): StorageError {
  const reason = isStorageError(cause) ? cause.message : errorText(cause);
  return new StorageError('unsaved', `The change could not be stored, and was not made. ${reason}`, {
    cause,
  });
}
