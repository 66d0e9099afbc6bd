import type { Change, Row, RowKey, WorldStorage } from '@mock-services/fake-server/core';

/** A storage in memory. */
export class MemoryStorage implements WorldStorage {
  rows: ReadonlyMap<string, Row> = new Map();
  /** The saved changes. The list contains one list of changes for each call of `save`. */
  readonly saved: Change[][] = [];
  /** The error that `save` throws. If it is `undefined`, `save` succeeds. */
  failure: Error | undefined;

  /** Number of calls of `load` so far. */
  loads = 0;

  load(): Row[] {
    this.loads += 1;
    return [...this.rows.values()];
  }

  save(changes: readonly Change[]): void {
    if (this.failure !== undefined) throw this.failure;
    const rows = new Map(this.rows);
    for (const change of changes) apply(rows, change);
    this.rows = rows;
    this.saved.push([...changes]);
  }
}

function apply(rows: Map<string, Row>, change: Change): void {
  if (change.act === 'put') {
    const { kind, parent, id, value } = change;
    rows.set(keyOf(change), { kind, parent, id, value });
  } else if (change.act === 'remove') rows.delete(keyOf(change));
  else {
    for (const [key, { kind, parent }] of rows) {
      if (kind === change.kind && (change.parent ?? parent) === parent) rows.delete(key);
    }
  }
}

function keyOf({ kind, parent, id }: RowKey): string {
  return [kind, parent, id].join(' ');
}
