import { pointerTo, type Issue } from '@mock-services/sdk/contract';

/** Where in a seed or a snapshot something is, in both notations of an issue. */
export type IssuePath = Pick<Issue, 'path' | 'pointer'>;

export const wholePath: IssuePath = { path: '', pointer: '' };

/** The path of a part, an item or an entry by its key. */
export function pathIn({ path, pointer }: IssuePath, key: string | number): IssuePath {
  return {
    path: path === '' ? String(key) : `${path}[${JSON.stringify(key)}]`,
    pointer: pointerTo(pointer, key),
  };
}

/** The path of a field of an item. */
export function fieldPath({ path, pointer }: IssuePath, field: string): IssuePath {
  return { path: `${path}.${field}`, pointer: `${pointer}/${field}` };
}

/** An issue of an item, as an issue of the whole that the item stands in. */
export function issueAt({ path, pointer }: IssuePath, issue: Issue): Issue {
  const separator = /^$|^\[/.test(issue.path) ? '' : '.';
  return { ...issue, path: path + separator + issue.path, pointer: pointer + issue.pointer };
}
