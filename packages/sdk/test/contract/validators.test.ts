import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createValidatorsModule } from '../../../../tools/validators/module.ts';
import { Printer } from '../../../../tools/validators/printer.ts';
import type { Schema } from '../../src/contract/check.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { isGuid, type Validator } from '../../src/contract/kinds.ts';
import { operationIds } from '../../src/contract/operations.ts';
import * as schemas from '../../src/contract/schemas.ts';
import {
  bodyValidators,
  isActivityEntry,
  isIdentifier,
  resultValidators,
} from '../../src/contract/validators.gen.ts';
import { accepted, guids, oddities } from '../support/contract-values.ts';

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

test('the committed validators are up to date (`npm run generate` writes them)', () => {
  const file = new URL('../../src/contract/validators.gen.ts', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(createValidatorsModule());
});

test.each(ofOperations)('$name has a validator if and only if it has a schema', ({ schema, accepts }) => {
  expect(accepts === undefined).toBe(schema === undefined);
});

describe.each(validators)('the validator of $name', ({ schema, accepts }) => {
  // A validator that changes a frozen value throws.
  const outcomeOf = (value: unknown) => {
    const received = asReceived(value);
    return { validator: accepts(frozen(received)), schema: z.safeParse(schema, received).success };
  };

  test('accepts the same values as its schema, and does not change them', () => {
    const outcomes = { accepted: 0, refused: 0 };
    const value = fc.oneof(accepted(schema), accepted(schema, 3), accepted(schema, 3));
    fc.assert(
      fc.property(value, (candidate) => {
        const outcome = outcomeOf(candidate);
        expect(outcome.validator).toBe(outcome.schema);
        outcomes[outcome.schema ? 'accepted' : 'refused'] += 1;
      }),
      { numRuns: 5_000 },
    );
    expect(Math.min(outcomes.accepted, outcomes.refused)).toBeGreaterThan(300);
  });

  test('accepts the same unusual values as its schema', () => {
    for (const outcome of oddities.map(outcomeOf)) expect(outcome.validator).toBe(outcome.schema);
  });
});

/** A value after JSON.parse, which may have fields called `__proto__` and infinite numbers. */
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

test.each<[string, z.core.$ZodType]>([
  ['string of format email', z.email()],
  ['string of format uuid', z.uuid()],
  ['string with a check', z.string().check(z.minLength(1))],
  ['string with coerce', z.coerce.string()],
  ['string of format url with hostname', z.url({ hostname: /x/ })],
  ['number of format int32', z.int32()],
  ['number with a check', z.number().check(z.positive())],
  ['array with a check', z.array(z.string()).check(z.maxLength(1))],
  ['record of other keys', z.record(z.guid(), z.string())],
  ['object that is closed', z.object({ x: z.string() })],
  ['object that is closed', z.strictObject({ x: z.string() })],
  ['object with a check', z.looseObject({ x: z.string() }).check(z.refine(() => true))],
  ['optional', z.looseObject({ x: z.optional(z.string()) })],
  ['field or option of any kind', z.looseObject({ x: z.unknown() })],
  ['enum', z.enum(['x'])],
  ['literal', z.array(z.literal('x'))],
])('the generator of validators throws for an unsupported schema: %s', (name, schema) => {
  expect(() => new Printer({}).validator(schema, 'isThing')).toThrow(name);
});

test('isGuid accepts only hexadecimal digits and hyphens, each in its place', () => {
  const [guid = ''] = guids;
  const wrong: string[] = [];
  for (let place = 0; place < guid.length; place += 1) {
    const expected = guid[place] === '-' ? /-/ : /[\da-fA-F]/;
    for (let code = 0; code < 0x600; code += 1) {
      const character = String.fromCharCode(code);
      const accepts = isGuid(guid.slice(0, place) + character + guid.slice(place + 1));
      if (accepts !== expected.test(character)) wrong.push(`U+${code.toString(16)} at ${place}`);
    }
  }
  expect(wrong).toEqual([]);
});
