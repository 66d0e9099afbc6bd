import type { Issue } from './issue.ts';

/** A place in both notations. */
export function placeOf(path: readonly PropertyKey[]): Pick<Issue, 'path' | 'pointer'> {
  return {
    path: path.map(String).reduce((whole, key, depth) => whole + accessor(path[depth], key, depth), ''),
    pointer: path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
  };
}

function accessor(key: PropertyKey | undefined, text: string, depth: number): string {
  if (typeof key === 'number') return `[${text}]`;
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(text)) return `[${JSON.stringify(text)}]`;
  return depth === 0 ? text : `.${text}`;
}
