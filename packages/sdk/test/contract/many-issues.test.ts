import { fromHar } from '@mock-services/sdk/activity';
import { check, endpoints } from '@mock-services/sdk/contract';
import { expect, test } from 'vitest';
import { outcomeOf } from '../support/failures.ts';

const many = 130_000;
const wrongItems = Array.from({ length: many }, () => 7);

test.each([100, 101, many])('check() lists at most 100 of %i issues, and counts the others', (count) => {
  const issues = check(endpoints.listActivity.result, { data: wrongItems.slice(0, count) });
  expect(issues.filter(({ more }) => more === undefined)).toHaveLength(100);
  expect(issues[0]?.pointer).toBe('/data/0');
  expect(issues).toHaveLength(count === 100 ? 100 : 101);
});

test('fromHar names the first of 130,000 entries that are not objects', () => {
  const error = outcomeOf(() => fromHar({ log: { entries: wrongItems } }));
  expect(error).toMatchObject({ issues: [...Array(100).keys()].map((n) => ({ path: `log.entries[${n}]` })) });
});
