/** The composition of the suite. */
import { cases, createContext, unobservable } from '@mock-services/fake-server/conformance';
import { openPoints, operationIds } from '@mock-services/sdk/contract';
import { describe, expect, test } from 'vitest';
import { observed } from './support.ts';

const required = cases.filter(({ level }) => level === 'must');
const open = cases.filter(({ level }) => level === 'open');

describe('the cases', () => {
  test('have unique ids in kebab-case', () => {
    const ids = cases.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z\d]+(-[a-z\d]+)*$/);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9])('check row %i of the endpoint table', (row) => {
    const pattern = new RegExp(String.raw`^§4 rows?\b.*\b${row}\b`);
    expect(required.filter(({ clause }) => pattern.test(clause)).length).toBeGreaterThan(0);
  });

  test.each([1, 2, 3, 4])('check rule %i of the endpoints', (rule) => {
    expect(required.filter(({ clause }) => clause.startsWith(`§4 rule ${rule}`)).length).toBeGreaterThan(0);
  });

  test.each(['§2', '§2.1', '§2.2', '§2.3', '§2.4', '§2.5'])('check the tables of %s', (section) => {
    expect(required.filter(({ clause }) => clause.split(' ').includes(section)).length).toBeGreaterThan(0);
  });

  test.each(operationIds)('check %s', (operation) => {
    expect(required.some((one) => one.operation === operation)).toBe(true);
  });

  test('are destructive exactly if they need a permission', () => {
    for (const { destructive, needs } of cases) expect(destructive).toBe(needs !== undefined);
  });

  test('say which operation each is about', async () => {
    const lines = cases.map(({ id, operation = '' }) => `${id}: ${operation}`);
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('operations.txt');
  });

  test('can be run one by one, as tests of any runner', async () => {
    const context = createContext({ ...observed(), allowWrites: true });
    const stored = cases.find(({ id }) => id === 'create-stored');
    expect(await stored?.run(context)).toEqual({ outcome: 'passed' });
    expect(await context.cleanUp()).toEqual([]);
  });
});

describe('the open points', () => {
  test('are observed by one case each, or have a reason why not', () => {
    const covered = [...open.map(({ id }) => id), ...Object.keys(unobservable)];
    expect(covered.toSorted()).toEqual(openPoints.map(({ id }) => id).toSorted());
  });

  test.each(open)('$id: its case has the section and question of the register', ({ id, clause, title }) => {
    const point = openPoints.find((candidate) => candidate.id === id);
    expect({ clause, title }).toEqual({ clause: `§${point?.section}`, title: point?.question });
  });
});
