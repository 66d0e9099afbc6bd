import type { Change, Row, RowKey, WorldStorage } from '@mock-services/fake-server/core';

/**
 * A storage in memory. It forgives nothing that an SQLite file does not: it refuses values that are no strings, stores
 * all changes or none as UTF-8, and hands out copies.
 */
export class MemoryStorage implements WorldStorage {
  rows: ReadonlyMap<string, Row> = new Map();
  /** The error that `save` throws. If it is `undefined`, `save` succeeds. */
  failure: Error | undefined;

  load(): Row[] {
    return Array.from(this.rows.values(), (row) => ({ ...row }));
  }

  save(changes: readonly Change[]): void {
    if (this.failure !== undefined) throw this.failure;
    const rows = new Map(this.rows);
    for (const change of changes) apply(rows, change);
    this.rows = rows;
  }
}

function apply(rows: Map<string, Row>, change: Change): void {
  const { act, ...fields } = change;
  for (const value of Object.values(fields)) {
    if (typeof value === 'string' || act === 'clear') continue;
    throw new TypeError('A storage stores only strings.');
  }
  if (act === 'put') {
    const { kind, parent, id, value } = change;
    rows.set(keyOf(change), { kind, parent: inUtf8(parent), id: inUtf8(id), value: inUtf8(value) });
  } else if (act === 'remove') rows.delete(keyOf(change));
  else {
    for (const [key, { kind, parent }] of rows) {
      if (kind === change.kind && (change.parent ?? parent) === parent) rows.delete(key);
    }
  }
}

/** Replaces lone surrogates, which UTF-8 does not have. */
function inUtf8(text: string): string {
  return Buffer.from(text).toString();
}

function keyOf({ kind, parent, id }: RowKey): string {
  return JSON.stringify([kind, parent, id]);
}
