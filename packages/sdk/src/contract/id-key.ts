import { isGuid } from './kinds.ts';

/**
 * Returns the lower-case form of a UUID (§2), which can be compared or used as the key of a `Map`. UUIDs are
 * case-insensitive (RFC 9562 §4), so a service may change between upper and lower case. Other strings stay unchanged.
 * @example
 * ```ts
 * import { idKey } from '@mock-services/sdk/contract';
 *
 * const entriesById = new Map(entries.map((entry) => [idKey(entry.id), entry]));
 * entriesById.get(idKey(id));
 * ```
 */
export function idKey(id: string): string {
  return isGuid(id) ? id.toLowerCase() : id;
}
