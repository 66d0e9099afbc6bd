import { fromHar } from '@mock-services/sdk/activity';
import { check, endpoints } from '@mock-services/sdk/contract';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { outcomeOf } from '../support/failures.ts';

const many = 130_000;
const wrongItems = Array.from({ length: many }, () => 7);
const wrongFields = Object.fromEntries(wrongItems.map((value, index) => [`x-${index}`, value]));

const tooMany = { path: '', pointer: '', expected: 'no more than 100 issues' };

describe('check', () => {
  test.each([
    [
      'wrong items of a list',
      endpoints.listActivity.result,
      { data: wrongItems.slice(0, 50_000) },
      '/data/0',
    ],
    [
      'unknown fields of a closed object',
      z.strictObject({}),
      Object.fromEntries(Object.entries(wrongFields).slice(0, 50_000)),
      '/x-0',
    ],
  ])('check() lists 100 of 50,000 %s and counts the others', (_, schema, value, first) => {
    const issues = check(schema, value);
    expect(issues).toHaveLength(101);
    expect(issues[0]?.pointer).toBe(first);
    expect(issues[100]).toEqual({ ...tooMany, received: '49900 more', more: 49_900 });
  });

  test.each([
    ['items', endpoints.listActivity.result, { data: wrongItems }, '/data/0'],
    ['fields', z.object({ data: z.record(z.string(), z.string()) }), { data: wrongFields }, '/data/x-0'],
  ])('check() lists the first of 130,000 wrong %s, more than zod can collect', (_, schema, value, first) => {
    const issues = check(schema, value);
    expect(issues).toHaveLength(101);
    expect(issues[0]?.pointer).toBe(first);
  });

  test('check() lists all issues without a summary if there are exactly 100', () => {
    const issues = check(endpoints.listActivity.result, { data: wrongItems.slice(0, 100) });
    expect(issues).toHaveLength(100);
    expect(issues.some(({ more }) => more !== undefined)).toBe(false);
  });
});

test('fromHar names the first of 130,000 entries that are not objects', () => {
  const error = outcomeOf(() => fromHar({ log: { entries: wrongItems } }));
  expect(error).toMatchObject({ issues: [...Array(100).keys()].map((n) => ({ path: `log.entries[${n}]` })) });
});
