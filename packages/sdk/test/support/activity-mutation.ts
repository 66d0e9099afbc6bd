import fc from 'fast-check';

/** A change of one part of a JSON value: the part is replaced or removed, or gets another field or item. */
export interface Mutation {
  /** Which part, as a share of all parts. */
  readonly where: number;
  /** `undefined` removes the part. */
  readonly value: unknown;
  /** The name of a field to add to the part in place of replacing it. */
  readonly added: string | undefined;
}

/** Any change of a JSON value. */
export const anyMutation: fc.Arbitrary<Mutation> = fc.record({
  where: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  value: fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant(undefined)),
  added: fc.option(fc.string(), { nil: undefined, freq: 2 }),
});

/** A copy of a JSON value with a change. */
export function mutated(value: unknown, { where, value: replacement, added }: Mutation): unknown {
  const root = structuredClone({ value });
  const parts = partsOf(root);
  const part = parts[Math.floor(where * parts.length)];
  if (part === undefined) return value;
  const current: unknown = Reflect.get(part.holder, part.key);
  if (added === undefined) define(part.holder, part.key, replacement);
  else if (Array.isArray(current)) current.push(replacement);
  else if (typeof current === 'object' && current !== null) define(current, added, replacement);
  return JSON.parse(JSON.stringify(root.value ?? null)) as unknown;
}

const define = (holder: object, key: string, value: unknown) =>
  Reflect.defineProperty(holder, key, { value, enumerable: true, writable: true, configurable: true });

function partsOf(holder: object): { readonly holder: object; readonly key: string }[] {
  return Object.entries(holder).flatMap(([key, value]: [string, unknown]) => [
    { holder, key },
    ...(typeof value === 'object' && value !== null ? partsOf(value) : []),
  ]);
}
