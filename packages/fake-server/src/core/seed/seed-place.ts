import { pointerTo, type Issue } from '@mock-services/sdk/contract';

/** A place in a seed, in both notations of an issue. */
export type Place = Pick<Issue, 'path' | 'pointer'>;

export const wholeSeed: Place = { path: '', pointer: '' };

/** The place of a part, an item or an entry by its key. */
export function placeIn({ path, pointer }: Place, key: string | number): Place {
  return {
    path: path === '' ? String(key) : `${path}[${JSON.stringify(key)}]`,
    pointer: pointerTo(pointer, key),
  };
}

/** The place of a field of an item. */
export function memberOf({ path, pointer }: Place, field: string): Place {
  return { path: `${path}.${field}`, pointer: `${pointer}/${field}` };
}

/** An issue that was found at a place, as an issue of the whole seed. */
export function issueAt(place: Place, issue: Issue): Issue {
  const path = /^$|^\[/.test(issue.path) ? place.path + issue.path : `${place.path}.${issue.path}`;
  return { ...issue, path, pointer: place.pointer + issue.pointer };
}
