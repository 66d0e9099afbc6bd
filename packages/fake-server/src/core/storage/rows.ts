/** Worlds as rows, and back. */
import type { ActivityEntry, MockService, Workspace } from '@mock-services/sdk/contract';
import { StorageError } from '../errors.ts';
import type { SavedFaults } from '../faults/saved-faults.ts';
import { fromText, type JournalEntry } from '../journal/journal-entry.ts';
import type { JournalChange, JournalPart, Recorder } from '../journal/recorder.ts';
import type { Change, StoreData } from '../store/change.ts';
import { decode, type Json } from '../store/json.ts';
import type { WorkspaceRow } from '../store/rows.ts';
import type { SavedClock } from '../time/clock.ts';
import type { StorageChange, StoredKey, StoredKind, StoredRow } from './world-storage.ts';

/** The version of the rows that this release stores and reads. */
export const storedVersion = 1;

/** What a world has besides data, faults and journal. */
export interface SavedState extends SavedClock {
  readonly version: number;
  readonly ids: number;
  readonly chance: number;
  /** The number of the next request, where the journal has none that tells. */
  readonly next?: number | undefined;
}

type StateName = 'world' | 'faults';

/** A row as a change puts it, or removes it where there is no value. */
function put(kind: StoredKind, id: string, value: string | undefined, parent = ''): StorageChange {
  return value === undefined ? { act: 'remove', kind, parent, id } : { act: 'put', kind, parent, id, value };
}

export function stateRow(name: StateName, value: string): StorageChange {
  return put('state', name, value);
}

function workspaceText(row: WorkspaceRow): string {
  return `{"workspace":${row.json},"configuration":${row.configuration}}`;
}

/** What a change of the store changes in its storage. */
export function changesOf(change: Change): StorageChange[] {
  const { kind } = change;
  if (kind === 'mockService') return [put(kind, change.id, change.row?.full)];
  if (kind === 'entry') return [put(kind, change.id, change.row, change.workspaceId)];
  if (kind === 'log') return [{ act: 'clear', kind: 'entry', parent: change.workspaceId }];
  if (kind === 'all') return [...clear('mockService', 'workspace', 'entry'), ...dataRows(change.data)];
  if (change.row) return [put(kind, change.id, workspaceText(change.row))];
  return [put(kind, change.id, undefined), { act: 'clear', kind: 'entry', parent: change.id }];
}

/**
 * Entries of the journal are stored without credentials.
 *
 * @param maxEntries - How many requests the journal keeps at most.
 */
export function journalChangesOf(change: JournalChange, maxEntries: number): StorageChange[] {
  if (change.kind === 'cleared') return clear('request', 'problem');
  const { kind, number, text } = change;
  if (text !== undefined) return [entryRow(kind, number, JSON.stringify(fromText(text)), maxEntries)];
  return kind === 'request' && maxEntries > 0 && change.replacedBy === number + maxEntries
    ? []
    : [entryRow(kind, number, text, maxEntries)];
}

/** The row of a request is that of the one that is dropped for it: rows that stay are stored faster than others that come and go. */
function entryRow(
  kind: JournalPart,
  number: number,
  value: string | undefined,
  maxEntries: number,
): StorageChange {
  const hasOwnRow = kind === 'problem' || maxEntries === 0;
  return put(kind, String(hasOwnRow ? number : number % maxEntries), value);
}

export function isOfJournal({ kind }: Pick<StoredKey, 'kind'>): boolean {
  return kind === 'request' || kind === 'problem';
}

export function journalRows({ entries, problems, maxEntries }: Recorder): StorageChange[] {
  const rowsOf = (kind: JournalPart, kept: readonly JournalEntry[]): StorageChange[] =>
    kept.map((entry) => entryRow(kind, entry.number, JSON.stringify(entry), maxEntries));
  return [...clear('request', 'problem'), ...rowsOf('request', entries), ...rowsOf('problem', problems)];
}

function clear(...kinds: readonly StoredKind[]): StorageChange[] {
  return kinds.map((kind) => ({ act: 'clear', kind }));
}

function* dataRows({ mockServices, workspaces, activity }: StoreData): Generator<StorageChange> {
  for (const [id, { full }] of mockServices.byId) yield put('mockService', id, full);
  for (const [id, row] of workspaces.byId) yield put('workspace', id, workspaceText(row));
  for (const [id, log] of activity.byId) {
    for (const [entry, row] of log.byId) yield put('entry', entry, row, id);
  }
}

/** What was stored of a world, in the parts of a snapshot. */
export interface StoredWorld {
  readonly state: SavedState;
  readonly faults: SavedFaults;
  readonly journal: { next: number; entries: JournalEntry[]; problems: JournalEntry[] };
  readonly data: {
    mockServices: MockService[];
    workspaces: Workspace[];
    activity: Record<string, ActivityEntry[]>;
    configurations: Record<string, MockService>;
  };
}

/**
 * Reads rows; nothing but their form is checked.
 *
 * @throws {StorageError} when another release stored them.
 * @throws {SyntaxError} when one is not JSON.
 */
export function readRows(rows: readonly StoredRow[]): StoredWorld {
  const state = new Map<string, string>();
  const journal: StoredWorld['journal'] = { next: 1, entries: [], problems: [] };
  const data: StoredWorld['data'] = { mockServices: [], workspaces: [], activity: {}, configurations: {} };
  // The text was encoded from what is read here; what restores it checks it.
  const read: Readonly<Record<StoredKind, (row: StoredRow) => unknown>> = {
    mockService: ({ value }) => data.mockServices.push(decode(value as Json<MockService>)),
    workspace: ({ id, value }) => {
      const { workspace, configuration } = JSON.parse(value) as {
        workspace: Workspace;
        configuration: MockService;
      };
      data.workspaces.push(workspace);
      data.configurations[id] = configuration;
    },
    entry: ({ parent, value }) => (data.activity[parent] ??= []).push(decode(value as Json<ActivityEntry>)),
    request: ({ value }) => journal.entries.push(JSON.parse(value) as JournalEntry),
    problem: ({ value }) => journal.problems.push(JSON.parse(value) as JournalEntry),
    state: ({ id, value }) => state.set(id, value),
  };
  for (const row of rows) read[row.kind](row);
  journal.entries.sort((a, b) => a.number - b.number);
  const world = readState(state.get('world'));
  const latest = [journal.entries, journal.problems].flatMap((entries) => entries.at(-1)?.number ?? []);
  journal.next = latest.length > 0 ? 1 + Math.max(...latest) : (world.next ?? 1);
  return {
    state: world,
    faults: JSON.parse(state.get('faults') ?? '{"faults":[],"next":1}') as SavedFaults,
    journal,
    data,
  };
}

function readState(text: string | undefined): SavedState {
  const state = JSON.parse(text ?? '{}') as SavedState;
  if (state.version === storedVersion) return state;
  throw new StorageError(
    'version',
    `The world was stored in version ${String(state.version)}; this release reads version ${storedVersion}.`,
  );
}
