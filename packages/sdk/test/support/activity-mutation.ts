import fc from 'fast-check';

/** A change of one part of a JSON value: another value, or none. */
export interface Mutation {
  /** Which part, as a share of all parts. */
  readonly where: number;
  /** `undefined` removes the part. */
  readonly value: unknown;
}

/** Any change of a JSON value. */
export const anyMutation: fc.Arbitrary<Mutation> = fc.record({
  where: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  value: fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant(undefined)),
});

/** A copy of a JSON value with a change. */
export function mutated(value: unknown, { where, value: replacement }: Mutation): unknown {
  const root = structuredClone({ value });
  const parts = partsOf(root);
  const part = parts[Math.floor(where * parts.length)];
  if (part) Object.defineProperty(part.holder, part.key, { value: replacement, enumerable: true });
  return JSON.parse(JSON.stringify(root.value ?? null)) as unknown;
}

function partsOf(holder: object): { readonly holder: object; readonly key: string }[] {
  return Object.entries(holder).flatMap(([key, value]: [string, unknown]) => [
    { holder, key },
    ...(typeof value === 'object' && value !== null ? partsOf(value) : []),
  ]);
}
