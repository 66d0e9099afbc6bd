import { idKey } from '@mock-services/sdk/contract';

/** Letter case is ignored, because a service or a link may write the same id in upper or lower case. */
export function isSameId(one: string, other: string | undefined): boolean {
  return other !== undefined && idKey(one) === idKey(other);
}
