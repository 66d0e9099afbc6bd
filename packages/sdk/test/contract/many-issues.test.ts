import { fromHar, HarError, toHar } from '@mock-services/sdk/activity';
import { activityEntry, check, endpoints, mockServiceInput } from '@mock-services/sdk/contract';
import { describe, expect, test } from 'vitest';
import { outcomeOf } from '../support/failures.ts';
import { anEntry, anInput, withField } from '../support/fixtures.ts';

/** More values than a function call can have arguments. */
const many = 130_000;
const wrongItems = Array.from({ length: many }, () => 7);
const wrongFields = Object.fromEntries(wrongItems.map((value, index) => [`x-${index}`, value]));

describe('check', () => {
  test.each([
    ['a list', endpoints.listActivity.result, { data: wrongItems }, '/data/0'],
    [
      'fields of an object',
      activityEntry,
      withField(anEntry(), ['request', 'headers'], wrongFields),
      '/request/headers/x-0',
    ],
    [
      'a list inside an object',
      mockServiceInput,
      withField(anInput(), ['config', 'upstreams'], wrongItems),
      '/config/upstreams/0',
    ],
    [
      'fields of an object in a list',
      endpoints.listActivity.result,
      { data: [anEntry(), withField(anEntry(), ['response', 'headers'], wrongFields)] },
      '/data/1/response/headers/x-0',
    ],
  ])('lists 100 of 130,000 issues in %s, and counts the others', (_, schema, value, first) => {
    const issues = check(schema, value);
    expect(issues).toHaveLength(101);
    expect(issues[0]?.pointer).toBe(first);
    expect(issues[100]).toEqual({
      path: '',
      pointer: '',
      expected: 'no more than 100 issues',
      received: '129900 more',
      more: many - 100,
    });
  });

  test('lists 100 issues without a count', () => {
    const issues = check(endpoints.listActivity.result, { data: wrongItems.slice(0, 100) });
    expect(issues).toHaveLength(100);
    expect(issues.some(({ more }) => more !== undefined)).toBe(false);
  });
});

describe('fromHar throws a HarError', () => {
  test('for 130,000 invalid entries', () => {
    const error = outcomeOf(() => fromHar({ log: { entries: wrongItems } }));
    expect(error).toBeInstanceOf(HarError);
    expect(error).toMatchObject({ path: 'log.entries[0]' });
    expect(String(error)).toContain('\n  and 129990 more');
  });

  test('for 130,000 invalid parameters in an optional field', () => {
    const [entry] = toHar([anEntry()]).log.entries;
    const entries = [{ ...entry, request: { ...entry?.request, postData: { params: wrongItems } } }];
    const error = outcomeOf(() => fromHar({ log: { entries } }));
    expect(error).toBeInstanceOf(HarError);
    expect(error).toMatchObject({ path: 'log.entries[0].request.postData.params[0]' });
    expect((error as HarError).issues[100]).toMatchObject({ more: many - 100 });
  });

  test('for 150 bodies that are not Base64', () => {
    const [entry] = toHar([anEntry()]).log.entries;
    const broken = withField(entry, ['response', 'content'], { text: '%', encoding: 'base64' });
    const error = outcomeOf(() => fromHar({ log: { entries: Array.from({ length: 150 }, () => broken) } }));
    expect(error).toBeInstanceOf(HarError);
    expect((error as HarError).issues).toHaveLength(101);
    expect((error as HarError).issues[100]).toMatchObject({ more: 50 });
  });
});
