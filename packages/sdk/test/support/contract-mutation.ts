/** Changes of a value at one place, of which many matter to the schemas and some do not. */
import fc from 'fast-check';
import { oddities } from './contract-values.ts';

type Change = (value: unknown) => unknown;

class Instance {
  readonly own = 'x';
}

const remove = Symbol('remove');

const isArray = (value: unknown): value is unknown[] => Array.isArray(value);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What can happen to an object without a change of its fields, or with a strange one. */
const reshaped: readonly Change[] = [
  (value) => (isObject(value) ? { ['__proto__']: null, ...value } : value),
  (value) => (isObject(value) ? withPrototype(value, null) : value),
  (value) => (isObject(value) ? withPrototype(value, Instance.prototype) : [value]),
  (value) => (isObject(value) ? withPrototype({}, value) : value),
  (value) => (isObject(value) ? Object.assign([], value) : value),
  (value) => (isObject(value) ? { ...value, [Symbol('added')]: 1 } : { 0: value }),
  (value) => (isObject(value) ? { ...value, ['__proto__']: 1 } : value),
  (value) => (isObject(value) ? { ...value, constructor: Instance } : value),
  (value) => (isArray(value) ? [...value, ...Array<unknown>(1)] : value),
  (value) => (isArray(value) ? value.concat(Array<unknown>(1)) : value),
  (value) => (isArray(value) ? Object.assign([...value], { extra: 1 }) : value),
  (value) => (isObject(value) ? { ...value, again: value } : value),
];

function withPrototype(fields: object, prototype: object | null): object {
  const made: object = {};
  return Object.assign(Object.setPrototypeOf(made, prototype), fields) as object;
}

const edit = fc
  .tuple(
    fc.nat(40),
    fc.constantFrom('', '0', 'f', 'g', '-', 'Z', 'T', '.', ' ', ':', '\n', '\u0660'),
    fc.nat(1),
  )
  .map(
    ([at, text, drop]): Change =>
      (value) =>
        typeof value === 'string' ? value.slice(0, at) + text + value.slice(at + drop) : value,
  );

const changes: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(...oddities).map(
      (odd): Change =>
        () =>
          odd,
    ),
  },
  { weight: 3, arbitrary: edit },
  { weight: 2, arbitrary: fc.constantFrom(...reshaped) },
  { weight: 1, arbitrary: fc.constant<Change>(() => remove) },
);

/** A function that changes a value at one place, which may be the whole. */
export const mutation: fc.Arbitrary<Change> = fc.tuple(fc.nat(), changes).map(([place, change]) => (root) => {
  const count = placesIn(root);
  return at(root, place % count, change).value;
});

function placesIn(value: unknown): number {
  return entriesOf(value).reduce((sum, [, part]) => sum + placesIn(part), 1);
}

function entriesOf(value: unknown): [string, unknown][] {
  return isArray(value) || isObject(value) ? Object.entries(value) : [];
}

/** A copy that keeps the fields of an array or an object, `__proto__` among them. */
function shallowCopy(value: unknown): object {
  const entries = entriesOf(value);
  return Array.isArray(value) ? entries.map(([, part]) => part) : Object.fromEntries(entries);
}

/** The value with its `place`-th part changed, counted from itself, and how many places are left to go. */
function at(
  value: unknown,
  place: number,
  change: Change,
): { readonly value: unknown; readonly left: number } {
  if (place === 0) return { value: change(value), left: -1 };
  let left = place - 1;
  const copy = shallowCopy(value);
  for (const [key, part] of entriesOf(value)) {
    const outcome = at(part, left, change);
    left = outcome.left;
    if (left < 0) {
      if (outcome.value === remove) Reflect.deleteProperty(copy, key);
      else Object.defineProperty(copy, key, { value: outcome.value, enumerable: true, configurable: true });
      return { value: copy, left };
    }
  }
  return { value, left };
}
