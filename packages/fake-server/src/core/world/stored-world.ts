/** Loads stored worlds, and validates their rows. */
import { activityEntry, check, formatIssue, mockService, strictWorkspace } from '@mock-services/sdk/contract';
import { errorText } from '../words.ts';
import { isOptionError, isStorageError, StorageError } from '../errors.ts';
import { faultSchema, readFault, type Fault } from '../faults/fault.ts';
import { issuesOf } from '../fields.ts';
import { entryOf, journalEntrySchema, type JournalEntry } from '../journal/journal-entry.ts';
import { synchronous, type WorldStorage } from '../storage/world-storage.ts';
import { putOfEntry, putOfFault, type PendingChange, type Row, type RowKind } from './change.ts';
import { readState, type StoredState } from './state.ts';
import type { World } from './world.ts';

/**
 * Loads a world from its storage. Returns whether the storage contains a world.
 *
 * @throws {OptionError} if the storage is asynchronous.
 * @throws {StorageError} if the rows cannot be read, were stored by another release, or are damaged.
 */
export function loadWorld(world: World, storage: WorldStorage): boolean {
  const rows = readRows(storage);
  if (rows.length === 0) return false;
  try {
    const stored = rows.find(({ kind }) => kind === 'state');
    if (!stored) throw new RangeError('The storage has no row with the state of this world.');
    // Check the version first, because rows of another version would be reported as damaged.
    const state = readState(JSON.parse(stored.value) as StoredState, world.time);
    const changes: PendingChange[] = [];
    for (const row of rows) {
      const isKept = world.settings.journal || (row.kind !== 'request' && row.kind !== 'problem');
      if (row !== stored && isKept) changes.push(checked(row));
    }
    const isWhole = changes.length === rows.length - 1;
    world.load(
      changes,
      state,
      isWhole
        ? []
        : [
            { act: 'clear', kind: 'request' },
            { act: 'clear', kind: 'problem' },
          ],
    );
    rejectStrayRows(world, changes);
    return true;
  } catch (error) {
    if (isStorageError(error)) throw error;
    throw new StorageError('damaged', `The stored rows are not a valid world. ${errorText(error)}`, {
      cause: error,
    });
  }
}

/** Maps each kind of row to a function that returns the first problem with a value. */
const problems: Readonly<Record<Exclude<RowKind, 'state'>, (value: unknown) => string | undefined>> = {
  mockService: (value) => firstIssue(check(mockService, value)),
  workspace: (value) => firstIssue(check(strictWorkspace, value)),
  configuration: (value) => firstIssue(check(mockService, value)),
  entry: (value) => firstIssue(check(activityEntry, value)),
  request: (value) => firstIssue(issuesOf(journalEntrySchema, value)),
  problem: (value) => firstIssue(issuesOf(journalEntrySchema, value)),
  fault: (value) => {
    readFault(value as Fault, faultSchema);
    return undefined;
  },
};

function firstIssue(issues: Parameters<typeof formatIssue>[0][]): string | undefined {
  return issues.slice(0, 1).map(formatIssue)[0];
}

function checked({ kind, parent, id, value: text }: Row): PendingChange {
  const value: unknown = JSON.parse(text);
  if (kind === 'state' || !Object.hasOwn(problems, kind))
    throw new RangeError('A stored row has an unknown kind.');
  const problem = problems[kind](value);
  if (problem !== undefined) throw new RangeError(`A row of the kind ${kind} is invalid: ${problem}.`);
  const { id: own, number } = value as { readonly id?: unknown; readonly number?: unknown };
  const isOfJournal = kind === 'request' || kind === 'problem';
  const name = String(kind === 'configuration' ? id : isOfJournal ? number : own).toLowerCase();
  if (name !== id)
    throw new RangeError(`A row of the kind ${kind} has an id that differs from the id in its value.`);
  if (kind === 'fault') return putOfFault(value as Fault);
  if (isOfJournal) return putOfEntry(kind, entryOf(value as JournalEntry, Number.POSITIVE_INFINITY));
  return { act: 'put', kind, parent, id, value: text };
}

function rejectStrayRows(world: World, changes: readonly PendingChange[]): void {
  for (const change of changes) {
    const isStray =
      (change.kind === 'entry' && !world.workspaces.has(change.parent ?? '')) ||
      (change.kind === 'configuration' && 'id' in change && !world.workspaces.has(change.id));
    if (isStray) throw new RangeError('A row belongs to a workspace that is not stored.');
  }
  for (const [id] of world.workspaces.entries()) {
    if (!world.configurations.has(id)) throw new RangeError('The configuration of a workspace is missing.');
  }
}

function readRows(storage: WorldStorage): Row[] {
  try {
    return Array.from(synchronous('load', storage.load()));
  } catch (error) {
    if (isStorageError(error) || isOptionError(error)) throw error;
    throw new StorageError('unavailable', `The storage cannot be read. ${errorText(error)}`, {
      cause: error,
    });
  }
}
