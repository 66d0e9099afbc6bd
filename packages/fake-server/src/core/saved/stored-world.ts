import { check, formatIssue } from '@mock-services/sdk/contract';
import { dataKinds, kindNames } from '@mock-services/sdk/seed';
import { causedError, isFakeServerError, isStorageError } from '../errors.ts';
import { faultSchema, readFault, type Fault } from '../faults/fault.ts';
import { synchronous, type WorldStorage } from '../world/world-storage.ts';
import { clearances, isDataKind, type Change, type Row, type RowKind } from '../world/change.ts';
import { readState, type StoredState } from '../world/state.ts';
import type { World } from '../world/world.ts';

export interface StoredSeed {
  readonly changes: readonly Change[];
  readonly ids: number;
}

export interface Connected {
  readonly isLoaded: boolean;
  readonly seed?: StoredSeed | undefined;
}

export function connectStorage(world: World, storage: WorldStorage): Connected {
  const rows = readRows(storage);
  if (rows.length > 0) return { isLoaded: true, seed: loadWorld(world, storage, rows) };
  world.store(storage);
  return { isLoaded: false };
}

function loadWorld(world: World, storage: WorldStorage, rows: readonly Row[]): StoredSeed | undefined {
  try {
    const stored = rows.find(({ kind }) => kind === 'state');
    if (!stored) throw new RangeError('The storage has no row with the state of this world.');
    // Check the version first, because rows of another version would look damaged.
    const state = readState(JSON.parse(stored.value) as StoredState, world.time);
    const faults: Fault[] = [];
    const changes: Change[] = [];
    for (const row of rows) {
      if (row === stored || row.kind === 'seed') continue;
      const value = checkedValue(row);
      if (row.kind === 'fault') faults.push(value as Fault);
      else changes.push({ act: 'put', ...row });
    }
    // Sort by id, because a fault that a snapshot restored has the last row, but its old id.
    faults.sort((a, b) => a.id - b.id);
    world.load(storage, changes, { ...state, faults });
    rejectStrayRows(world);
    return storedSeed(rows);
  } catch (error) {
    if (isStorageError(error)) throw error;
    throw causedError('storage-damaged', 'The stored rows are not a valid world.', error);
  }
}

const identifiers = 'ids';

/** A reset can restore the stored seed even after the world was loaded again. */
export function putsOfSeed(changes: readonly Change[], ids: number): Change[] {
  const rows = changes.flatMap((change) =>
    'value' in change ? { ...change, kind: 'seed' as const, parent: `${change.kind} ${change.parent}` } : [],
  );
  const idsRow = {
    act: 'put',
    kind: 'seed',
    parent: identifiers,
    id: identifiers,
    value: String(ids),
  } as const;
  return [{ act: 'clear', kind: 'seed' }, idsRow, ...rows];
}

function storedSeed(rows: readonly Row[]): StoredSeed | undefined {
  const seed = rows.filter(({ kind }) => kind === 'seed');
  if (seed.length === 0) return undefined;
  const idsRow = seed.find(({ parent }) => parent === identifiers);
  const ids = Number(idsRow?.value);
  if (!Number.isInteger(ids)) throw new RangeError('The stored seed has no valid identifiers.');
  const puts = seed.flatMap((row) => {
    const [kind, parent = ''] = row.parent.split(' ');
    if (row === idsRow) return [];
    const put = { act: 'put', ...row, kind: kind as RowKind, parent } as const;
    checkedValue(put);
    return [put];
  });
  return { changes: [...clearances, ...puts], ids };
}

function checkedValue({ kind, id, value: text }: Row): unknown {
  const value: unknown = JSON.parse(text);
  const rules = isDataKind(kind) ? dataKinds[kind] : undefined;
  if (kind === 'fault') readFault(value as Fault, faultSchema);
  else if (!rules) throw new RangeError('The storage contains a row of an unknown kind.');
  const [issue] = rules ? check(rules.schema, value) : [];
  if (issue) throw new RangeError(`A stored ${kind} row is invalid: ${formatIssue(issue)}.`);
  const { id: own = id } = value as { readonly id?: unknown };
  if (String(rules?.perOwner === 'one' ? id : own).toLowerCase() !== id)
    throw new RangeError(`The id of a stored ${kind} row differs from the id in its value.`);
  return value;
}

function rejectStrayRows(world: World): void {
  for (const kind of kindNames) {
    const { ownedBy, perOwner } = dataKinds[kind];
    if (!ownedBy) continue;
    const owners = world.table(ownedBy);
    for (const { parent, id } of world.rows(kind)) {
      if (!owners.has(perOwner === 'one' ? id : parent))
        throw new RangeError(`A row refers to a ${ownedBy} that does not exist.`);
    }
    if (perOwner === 'one' && world.table(kind).size < owners.size)
      throw new RangeError(`The ${kind} of a ${ownedBy} is missing.`);
  }
}

function readRows(storage: WorldStorage): Row[] {
  try {
    return Array.from(synchronous('load', storage.load()));
  } catch (error) {
    if (isStorageError(error) || isFakeServerError(error, 'invalid-option')) throw error;
    throw causedError('storage-unavailable', 'The storage cannot be read.', error);
  }
}
