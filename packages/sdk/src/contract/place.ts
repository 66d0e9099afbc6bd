import type { Issue } from './issue.ts';

/** A place in both notations. */
export function placeOf(path: readonly PropertyKey[]): Pick<Issue, 'path' | 'pointer'> {
  return {
    path: path.map(String).reduce((whole, key, depth) => whole + accessor(path[depth], key, depth), ''),
    pointer: path.reduce<string>(pointerTo, ''),
  };
}

/** The JSON pointer (RFC 6901) of a key within what another pointer leads to; the whole is the empty pointer. */
export function pointerTo(parent: string, key: PropertyKey): string {
  return `${parent}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function accessor(key: PropertyKey | undefined, text: string, depth: number): string {
  if (typeof key === 'number') return `[${text}]`;
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(text)) return `[${JSON.stringify(text)}]`;
  return depth === 0 ? text : `.${text}`;
}
