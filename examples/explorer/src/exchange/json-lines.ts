/** What a JSON value shows of itself: a line for a scalar, a count and children for the rest. */

/** How many children are shown at first, and how many more each time. */
export const childSlice = 100;

/** An array or object, with its children by name. */
export interface Container {
  readonly brackets: readonly [open: string, close: string];
  readonly count: number;
  /** `3 items`, `1 key`. */
  readonly size: string;
  /** Some of the children: an array's have no names. */
  readonly children: (count: number) => { readonly key: string | number; readonly value: unknown }[];
}

/** A JSON value as a container; `undefined` for a scalar. Looks at one level alone. */
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

/** Whether a number is no longer the one that was sent: JavaScript has 53 bits for it. */
export function isRounded(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
}
