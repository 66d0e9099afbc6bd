import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { onTestFinished, vi } from 'vitest';

type Prepare = (this: DatabaseSync, sql: string) => StatementSync;

/** Makes the next `times` commits of any SQLite database fail as on a full disk, until the end of the running test. */
export function failingCommits() {
  const failing = { times: 0 };
  const prepare: Prepare = Reflect.get(DatabaseSync.prototype, 'prepare');
  const spy = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (
    this: DatabaseSync,
    sql: string,
  ) {
    const statement = prepare.call(this, sql);
    if (sql !== 'COMMIT') return statement;
    const run = statement.run.bind(statement);
    statement.run = () => {
      if (failing.times === 0) return run();
      failing.times -= 1;
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    };
    return statement;
  });
  onTestFinished(() => spy.mockRestore());
  return failing;
}
