/** How a JSON value is shown: a line for a scalar, a count and children for containers. */

/** Number of children that are shown at first, and added each time. */
export const childSlice = 100;

/** An array or object, with its children by name. */
export interface Container {
  readonly brackets: readonly [open: string, close: string];
  readonly count: number;
  /** `3 items`, `1 key`. */
  readonly size: string;
  /** The first children; those of an array have no names. */
  readonly children: (count: number) => { readonly key: string | number; readonly value: unknown }[];
}

/** A JSON value as a container; `undefined` for a scalar. Reads only one level. */
export function containerOf(value: unknown): Container | undefined {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return {
      brackets: ['[', ']'],
      count: items.length,
      size: items.length === 1 ? '1 item' : `${items.length} items`,
      children: (count) => items.slice(0, count).map((item, key) => ({ key, value: item })),
    };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const keys = Object.keys(value);
  return {
    brackets: ['{', '}'],
    count: keys.length,
    size: keys.length === 1 ? '1 key' : `${keys.length} keys`,
    children: (count) =>
      keys.slice(0, count).map((key) => ({ key, value: Reflect.get(value, key) as unknown })),
  };
}

/** Whether a number lost precision: JavaScript has 53 bits. */
export function isRounded(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
}
