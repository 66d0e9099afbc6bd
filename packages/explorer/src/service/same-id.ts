import { idKey } from '@mock-services/sdk/contract';

/** A service may write an id in upper case in a list and in lower case elsewhere, and so may a link. */
export function isSameId(one: string, other: string | undefined): boolean {
  return other !== undefined && idKey(one) === idKey(other);
}
