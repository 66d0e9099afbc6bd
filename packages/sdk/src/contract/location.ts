import type { Issue } from './issue.ts';

/** The path and the pointer that a list of keys leads to. */
export function locate(keys: readonly PropertyKey[]): Pick<Issue, 'path' | 'pointer'> {
  return {
    path: keys.reduce<string>((path, key, depth) => path + accessor(key, depth), ''),
    pointer: keys.reduce<string>(pointerTo, ''),
  };
}

/** The JSON pointer (RFC 6901) of a key within the value at `parent`. The whole value has the empty pointer. */
export function pointerTo(parent: string, key: PropertyKey): string {
  return `${parent}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function accessor(key: PropertyKey, depth: number): string {
  const text = String(key);
  if (typeof key === 'number') return `[${text}]`;
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(text)) return `[${JSON.stringify(text)}]`;
  return depth === 0 ? text : `.${text}`;
}
