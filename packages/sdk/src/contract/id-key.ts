import { isGuid } from './kinds.ts';

/**
 * Returns the key by which to compare an identifier (§2), for example in a `Map`. UUIDs are case-insensitive (RFC 9562
 * §4), so a service may write the same id in upper case in a list and in lower case elsewhere. Other strings stay
 * unchanged.
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
