import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { SqlDatabase } from '../../core/storage/sql-storage.ts';

/** A database of `node:sqlite`. */
export function sqlDatabase(database: DatabaseSync): SqlDatabase {
  const statements = new Map<string, StatementSync>();
  const prepared = (text: string): StatementSync => {
    const statement = statements.get(text) ?? database.prepare(text);
    statements.set(text, statement);
    return statement;
  };
  const rollBack = (): void => {
    try {
      prepared('ROLLBACK').run();
    } catch {
      // Some failures end the transaction by themselves.
    }
  };
  return {
    run: (text, ...values) => void prepared(text).run(...values),
    query: (text, ...values) => prepared(text).all(...values) as Record<string, unknown>[],
    atomically: (act) => {
      prepared('BEGIN IMMEDIATE').run();
      try {
        act();
        prepared('COMMIT').run();
      } catch (error) {
        rollBack();
        throw error;
      }
    },
  };
}
