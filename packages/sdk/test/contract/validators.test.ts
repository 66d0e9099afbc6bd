import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createValidatorsModule } from '../../../../tools/validators/module.ts';
import {
  isActivityEntry,
  bodyValidators,
  isIdentifier,
  resultValidators,
} from '../../src/contract/validators.gen.ts';
import type { Schema } from '../../src/contract/check.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import type { Validator } from '../../src/contract/kinds.ts';
import { operationIds } from '../../src/contract/operations.ts';
import * as schemas from '../../src/contract/schemas.ts';
import { mutation } from '../support/contract-mutation.ts';
import { accepted, oddities } from '../support/contract-values.ts';

const ofOperations = operationIds.flatMap((id) => [
  { name: `the result of ${id}`, schema: endpoints[id].result, accepts: resultValidators[id] },
  { name: `the body of ${id}`, schema: endpoints[id].body, accepts: bodyValidators[id] },
]);

const validators: { readonly name: string; readonly schema: Schema; readonly accepts: Validator }[] = [
  { name: 'an identifier', schema: schemas.identifier, accepts: isIdentifier },
  { name: 'an activity entry', schema: schemas.activityEntry, accepts: isActivityEntry },
  ...ofOperations.flatMap(({ name, schema, accepts }) =>
    schema !== undefined && accepts !== undefined ? [{ name, schema, accepts }] : [],
  ),
];

test('the committed validators are those that the schemas yield now: `npm run validators` writes them', () => {
  const file = new URL('../../src/contract/validators.gen.ts', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(createValidatorsModule());
});

test.each(ofOperations)(
  'there is a validator for $name exactly if there is a schema',
  ({ schema, accepts }) => {
    expect(accepts === undefined).toBe(schema === undefined);
  },
);

describe.each(validators)('$name', ({ schema, accepts }) => {
  // What is frozen cannot be changed without an error.
  const outcomeOf = (value: unknown) => {
    const received = asReceived(value);
    return { validator: accepts(frozen(received)), schema: z.safeParse(schema, received).success };
  };

  test('accepts exactly the values that its schema accepts, and leaves them as they are', () => {
    const outcomes = { accepted: 0, refused: 0 };
    const value = fc
      .tuple(accepted(schema), fc.option(mutation, { freq: 4 }))
      .map(([valid, mutate]) => (mutate === null ? valid : mutate(valid)));
    fc.assert(
      fc.property(value, (candidate) => {
        const outcome = outcomeOf(candidate);
        expect(outcome.validator).toBe(outcome.schema);
        outcomes[outcome.schema ? 'accepted' : 'refused'] += 1;
      }),
      { numRuns: 10_000 },
    );
    expect(Math.min(outcomes.accepted, outcomes.refused)).toBeGreaterThan(1_000);
  });

  test('agrees with its schema on each odd value, in place of the whole', () => {
    for (const outcome of oddities.map(outcomeOf)) expect(outcome.validator).toBe(outcome.schema);
  });
});

/** A value as it comes out of JSON text, which can hold `__proto__`, and numbers too large for us. */
function asReceived(value: unknown): unknown {
  const marked = (_: string, part: unknown) =>
    typeof part === 'bigint' || (typeof part === 'number' && Math.abs(part) === Infinity)
      ? 'too large'
      : part;
  const text = JSON.stringify(value, marked) as string | undefined;
  return JSON.parse(text?.replaceAll('"too large"', '1e999') ?? 'null');
}

function frozen(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.values(value).forEach(frozen);
  return Object.freeze(value);
}
