import fc from 'fast-check';

/** A change at one place of a JSON value: another value there, or nothing. */
export interface Mutation {
  /** Which of the places, as a share of all. */
  readonly where: number;
  /** `undefined` takes the place away. */
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
  const places = placesOf(root);
  const place = places[Math.floor(where * places.length)];
  if (place) Object.defineProperty(place.holder, place.key, { value: replacement, enumerable: true });
  return JSON.parse(JSON.stringify(root.value ?? null)) as unknown;
}

function placesOf(holder: object): { readonly holder: object; readonly key: string }[] {
  return Object.entries(holder).flatMap(([key, value]: [string, unknown]) => [
    { holder, key },
    ...(typeof value === 'object' && value !== null ? placesOf(value) : []),
  ]);
}
