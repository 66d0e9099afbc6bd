import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createOperationsModule, createValidatorsModule, Printer } from '../../../../tools/validators.ts';
import { check, type Schema } from '../../src/contract/check.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { findIssues } from '../../src/contract/find-issues.ts';
import { type Issue, Place } from '../../src/contract/issue.ts';
import * as kinds from '../../src/contract/kinds.ts';
import { operationIds } from '../../src/contract/operations.ts';
import * as schemas from '../../src/contract/schemas.ts';
import {
  bodyChecks,
  isActivityEntry,
  isIdentifier,
  resultChecks,
} from '../../src/contract/validators.gen.ts';
import { accepted, guids, oddities } from '../support/contract-values.ts';
import { runs } from '../../../../tools/lib/near.ts';

test.each([
  ['operations', createOperationsModule],
  ['validators', createValidatorsModule],
])('the generated %s are up to date (`npm run generate` updates them)', async (name, create) => {
  const file = new URL(`../../src/contract/${name}.gen.ts`, import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(await create());
});

const bodies = operationIds.flatMap((id) =>
  (['body', 'result'] as const).map((side) => ({
    name: `the ${side} of ${id}`,
    schema: endpoints[id][side],
    hasCheck: (side === 'body' ? bodyChecks : resultChecks)[id] !== undefined,
    find: (value: unknown) => findIssues(id, side, value),
  })),
);

test.each(bodies)('$name has a validator if and only if it has a schema', ({ schema, hasCheck }) => {
  expect(hasCheck).toBe(schema !== undefined);
});

const checked = bodies.flatMap(({ schema, ...body }) => (schema === undefined ? [] : [{ schema, ...body }]));

describe.each(checked)('findIssues for $name', ({ schema, find }) => {
  test('findIssues lists the same issues as zod and does not modify the value', () => {
    const found = comparedWith(schema, (value) => {
      const issues = check(schema, value);
      expect(find(value)).toEqual(issues);
      return issues.length;
    });
    expect(Math.min(found.valid, found.invalid)).toBeGreaterThan(60);
  });

  test('findIssues lists the same issues as zod for unusual values', () => {
    for (const value of oddities.map(asReceived)) expect(find(value)).toEqual(check(schema, value));
  });
});

describe.each([
  { name: 'isIdentifier', schema: schemas.identifier, accepts: isIdentifier },
  { name: 'isActivityEntry', schema: schemas.activityEntry, accepts: isActivityEntry },
])('$name', ({ schema, accepts }) => {
  test('the generated type check accepts the same values as its zod schema', () => {
    const found = comparedWith(schema, (value) => {
      const issues = check(schema, value);
      expect(accepts(value)).toBe(issues.length === 0);
      return issues.length;
    });
    expect(Math.min(found.valid, found.invalid)).toBeGreaterThan(60);
  });

  test('the generated type check accepts the same unusual values as its zod schema', () => {
    for (const value of oddities.map(asReceived)) {
      expect(accepts(value)).toBe(check(schema, value).length === 0);
    }
  });
});

/**
 * Calls a function with 1,000 frozen JSON values that are valid or almost valid. Modifying a frozen value throws an
 * error.
 */
function comparedWith(schema: Schema, issuesIn: (value: unknown) => number) {
  const found = { valid: 0, invalid: 0 };
  const values = fc.oneof(accepted(schema), accepted(schema, 3), accepted(schema, 3), accepted(schema, 30));
  fc.assert(
    fc.property(values, (value) => {
      found[issuesIn(frozen(asReceived(value))) === 0 ? 'valid' : 'invalid'] += 1;
    }),
    runs(1_000),
  );
  return found;
}

test.each([100, 101, 130_000])('findIssues lists 100 of %i issues and counts the others', (count) => {
  const issues = findIssues('listActivity', 'result', { data: Array<number>(count).fill(7) });
  expect(issues.slice(0, 100).map(({ path }) => path)).toEqual(
    Array.from({ length: 100 }, (_, index) => `data[${index}]`),
  );
  const more = {
    path: '',
    pointer: '',
    expected: 'no more than 100 issues',
    received: `${count - 100} more`,
  };
  expect(issues.slice(100)).toEqual(count > 100 ? [{ ...more, more: count - 100 }] : []);
});

test('findIssues names the keys that the user knows, without the envelope `data`', () => {
  const issuesOf = (data: unknown) =>
    findIssues('updateMockService', 'body', { data }, (keys) => keys.slice(1)).map(({ path, pointer }) => [
      path,
      pointer,
    ]);
  expect(issuesOf(7)).toEqual([['', '']]);
  expect(issuesOf({ type: 'REST', title: 7, config: {} }).slice(0, 2)).toEqual([
    ['title', '/title'],
    ['config.cors', '/config/cors'],
  ]);
});

/** Serializes and parses a value as JSON. The result may have infinite numbers and fields with the name `__proto__`. */
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
  ['"format":"email"', z.email()],
  ['"checks":[', z.string().check(z.minLength(1))],
  ['"error":', z.string('text')],
  ['"format":"int32"', z.int32()],
  ['a record with restricted keys', z.record(z.guid(), z.string())],
  ['a closed object', z.strictObject({ x: z.string() })],
  ['"checks":[', z.int().check(z.minimum(0, 'text'))],
  ['"type":"enum"', z.enum(['x'])],
  ['union with {"type":"literal"', z.union([z.string(), z.literal(1)])],
])('the validator generator throws for an unsupported schema: %s', (name, schema) => {
  expect(() => new Printer({}).check(z.looseObject({ field: schema }), 'thing')).toThrow(name);
});

test('the generator prints optional fields and integers with a range like zod', () => {
  const schema = z.looseObject({
    delay: z.optional(z.int().check(z.minimum(0))),
    port: z.int().check(z.minimum(1), z.maximum(65_535)),
    most: z.int().check(z.maximum(-3)),
    names: z.optional(z.array(z.string())),
    inner: z.optional(z.looseObject({ at: schemas.timestamp })),
  });
  const printer = new Printer({});
  const name = printer.check(schema, 'thing');
  const code = printer.declarations.join('\n').replaceAll(': Check', '');
  const create = runInThisContext(`(${Object.keys(kinds).join()}) => { ${code} return ${name}; }`) as (
    ...all: unknown[]
  ) => kinds.Check;
  const run = create(...Object.values(kinds));
  const found = comparedWith(schema, (value) => {
    const issues: Issue[] = [];
    run(value, new Place(issues));
    expect(issues).toEqual(check(schema, value));
    return issues.length;
  });
  expect(Math.min(found.valid, found.invalid)).toBeGreaterThan(60);
});

test('isGuid accepts hexadecimal digits and hyphens only in their positions in a GUID', () => {
  const [guid = ''] = guids;
  const wrong: string[] = [];
  for (let place = 0; place < guid.length; place += 1) {
    const expected = guid[place] === '-' ? /-/ : /[\da-fA-F]/;
    for (let code = 0; code < 0x600; code += 1) {
      const character = String.fromCharCode(code);
      const accepts = kinds.isGuid(guid.slice(0, place) + character + guid.slice(place + 1));
      if (accepts !== expected.test(character)) wrong.push(`U+${code.toString(16)} at ${place}`);
    }
  }
  expect(wrong).toEqual([]);
});
