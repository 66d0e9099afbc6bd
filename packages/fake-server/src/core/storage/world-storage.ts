/** The port through which a world outlives its process. An implementation needs to know nothing of the interface. */
import { typeName } from '@mock-services/sdk/contract';
import { OptionError } from '../errors.ts';
import type { Change, Row } from '../world/change.ts';

/** Stores one world, as rows. Both functions are synchronous. */
export interface WorldStorage {
  /** All rows, in the order in which they were added. Empty for a new world. */
  readonly load: () => Iterable<Row>;
  /**
   * Saves changes in their order, all or none. Once it returns, they outlive the process. If it throws, nothing has
   * changed.
   */
  readonly save: (changes: readonly Change[]) => void;
}

/** Stores several worlds. */
export interface WorldsStorage {
  readonly world: (name: string) => WorldStorage;
  /** The names of all stored worlds. */
  readonly names: () => readonly string[];
  /** Removes a world. Returns whether it existed. */
  readonly delete: (name: string) => boolean;
}

/** @throws {OptionError} if one of the functions is missing or asynchronous. */
export function checkStorage(storage: WorldStorage): WorldStorage {
  return withFunctions(storage, ['load', 'save']);
}

/** @throws {OptionError} if one of the functions is missing or asynchronous. */
export function checkWorldsStorage(storage: WorldsStorage): WorldsStorage {
  return withFunctions(storage, ['world', 'names', 'delete']);
}

function withFunctions<Storage>(storage: Storage, names: readonly string[]): Storage {
  for (const name of names) {
    // A method of a class is a property of the prototype. Any other value has no such functions.
    const found: unknown = typeName(storage) === 'object' ? Reflect.get(storage as object, name) : undefined;
    if (typeof found !== 'function') {
      throw new OptionError('storage', `object with the functions ${names.join(', ')}`, storage);
    }
    if (Object.prototype.toString.call(found) === '[object AsyncFunction]') throw asynchronous(name);
  }
  return storage;
}

/**
 * What a function of a storage returned.
 *
 * @throws {OptionError} if it is a promise. Its rejection is then handled.
 */
export function synchronous<Result>(name: keyof WorldStorage, result: Result): Result {
  const { then } = Object(result) as { readonly then?: unknown };
  if (typeof then !== 'function') return result;
  Promise.resolve(result).catch(() => {});
  throw asynchronous(name);
}

function asynchronous(name: string): OptionError {
  return new OptionError('storage', `object whose functions are synchronous, but its ${name} is not`);
}
