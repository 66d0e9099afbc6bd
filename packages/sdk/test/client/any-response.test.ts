import { createClient, isValidationError } from '@mock-services/sdk';
import { type Endpoint, endpoints } from '@mock-services/sdk/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type OperationCase, operationCases } from '../support/operations.ts';

const answered = operationCases.filter(({ received }) => received !== undefined);

/** Calls an operation with a service that answers `body`, and says how it ended. */
async function outcome({ call, operation }: OperationCase, body: unknown): Promise<unknown> {
  const fetch = () => Promise.resolve(new Response(JSON.stringify(body)));
  try {
    const data = await call(createClient({ baseUrl: 'https://mocks.example.com', fetch }));
    const { resultKey }: Endpoint = endpoints[operation];
    const expected = resultKey ? (body as Record<string, unknown>)[resultKey] : body;
    expect(JSON.stringify(data)).toBe(JSON.stringify(expected));
    return 'data';
  } catch (error) {
    if (isValidationError(error) && error.side === 'response' && error.issues.length > 0) return 'refused';
    throw error;
  }
}

/** One change at a random place of a JSON value: another value there, nothing there, or one more field. */
const mutation = fc.record({
  /** Which of the places, as a share of all. */
  where: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  change: fc.oneof(
    fc.record({ kind: fc.constant('replace' as const), value: fc.jsonValue({ maxDepth: 2 }) }),
    fc.record({ kind: fc.constant('remove' as const) }),
    fc.record({ kind: fc.constant('add' as const), name: fc.string(), value: fc.jsonValue({ maxDepth: 1 }) }),
  ),
});
type Change = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never;

function mutate(root: unknown, { where, change }: Change): unknown {
  const copy = structuredClone({ root });
  const places = placesOf(copy);
  const place = places[Math.floor(where * places.length)];
  if (!place) return copy.root;
  const { holder, key } = place;
  const value: unknown = Reflect.get(holder, key);
  if (change.kind === 'replace') define(holder, key, change.value);
  else if (change.kind === 'remove') remove(holder, key, copy);
  else if (Array.isArray(value)) value.push(change.value);
  else if (typeof value === 'object' && value !== null) define(value, change.name, change.value);
  return copy.root;
}

const define = (holder: object, key: string, value: unknown) =>
  Reflect.defineProperty(holder, key, { value, enumerable: true, writable: true, configurable: true });

/** Takes a field away; a body that is missing altogether is another fault. */
function remove(holder: object, key: string, whole: object): void {
  if (holder !== whole) Reflect.deleteProperty(holder, key);
}

interface Place {
  readonly holder: object;
  readonly key: string;
}

function placesOf(holder: object): Place[] {
  return Object.entries(holder).flatMap(([key, value]: [string, unknown]) => [
    { holder, key },
    ...(typeof value === 'object' && value !== null ? placesOf(value) : []),
  ]);
}

describe.each(answered)('$operation', (operation) => {
  test('any JSON value is data or a ValidationError, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (body) => {
        expect(['data', 'refused']).toContain(await outcome(operation, body));
      }),
      { numRuns: 300 },
    );
  });

  test('any change of a valid body is data or a ValidationError, and nothing else', async () => {
    const seen = new Set<unknown>();
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
        seen.add(await outcome(operation, mutations.reduce(mutate, operation.received)));
      }),
      { numRuns: 800 },
    );
    expect(seen).toEqual(new Set(['data', 'refused']));
  });
});
