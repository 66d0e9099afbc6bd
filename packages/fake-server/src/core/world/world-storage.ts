import { typeName } from '@mock-services/sdk/contract';
import { type FakeServerError, optionError } from '../errors.ts';
import type { Change, Row } from './change.ts';

/** Stores the rows of one world. Both functions are synchronous. */
export interface WorldStorage {
  /** Returns all rows in the order in which they were added, or no rows for a new world. */
  readonly load: () => Iterable<Row>;
  /**
   * Saves all changes in the given order. Once `save` returns, the changes must outlive the process. If `save` throws,
   * the stored rows must be unchanged.
   */
  readonly save: (changes: readonly Change[]) => void;
}

export interface WorldsStorage {
  readonly world: (name: string) => WorldStorage;
  readonly names: () => readonly string[];
  /** Returns whether the world existed. */
  readonly delete: (name: string) => boolean;
}

export function checkStorage(storage: WorldStorage): WorldStorage {
  return withFunctions(storage, ['load', 'save']);
}

export function checkWorldsStorage(storage: WorldsStorage): WorldsStorage {
  return withFunctions(storage, ['world', 'names', 'delete']);
}

function withFunctions<Storage>(storage: Storage, names: readonly string[]): Storage {
  for (const name of names) {
    // `Reflect.get` also returns methods that an object inherits from its class.
    const found: unknown = typeName(storage) === 'object' ? Reflect.get(storage as object, name) : undefined;
    if (typeof found !== 'function') {
      throw optionError('storage', `an object with the functions ${names.join(', ')}`, storage);
    }
    if (Object.prototype.toString.call(found) === '[object AsyncFunction]') throw asynchronous(name);
  }
  return storage;
}

/** Throws if the result is a promise, and ignores a later rejection of that promise. */
export function synchronous<Result>(name: keyof WorldStorage, result: Result): Result {
  const { then } = Object(result) as { readonly then?: unknown };
  if (typeof then !== 'function') return result;
  Promise.resolve(result).catch(() => {});
  throw asynchronous(name);
}

function asynchronous(name: string): FakeServerError {
  return optionError(
    'storage',
    `an object whose functions are synchronous, but the function ${name} is asynchronous`,
  );
}
