import { DatabaseSync } from 'node:sqlite';
import { createWorker, type CreateWorkerOptions, type WorldObject } from '@mock-services/fake-server/workers';

/** Runs a Worker in this process. Each Durable Object has a database in memory. */
export function workerHere(options?: CreateWorkerOptions) {
  const { worker, World } = createWorker(options);
  const objects = new Map<string, WorldObject>();
  const env: object = {
    WORLDS: {
      idFromName: (name: string) => ({ name }),
      get: ({ name }: { readonly name: string }) => {
        const object = objects.get(name) ?? new World({ storage: databaseStorage() }, env);
        objects.set(name, object);
        return object;
      },
    },
  };
  return (url: string, init?: RequestInit) => worker.fetch(new Request(url, init), env);
}

function databaseStorage() {
  const database = new DatabaseSync(':memory:');
  return {
    sql: {
      exec: (statement: string, ...values: string[]) => database.prepare(statement).all(...values),
    },
    transactionSync: <Result>(act: () => Result): Result => {
      database.exec('BEGIN');
      const result = act();
      database.exec('COMMIT');
      return result;
    },
    deleteAll: () => Promise.resolve(database.exec('DELETE FROM rows')),
  };
}
