import { cases, createContext, unobservable, type ConformanceCase } from '@mock-services/conformance';
import { demoSeed } from '@mock-services/fake-server/core';
import { openPoints, operationIds } from '@mock-services/sdk/contract';
import { describe, expect, test } from 'vitest';
import { recently } from './mutants/mutant.ts';
import { allAllowed, serviceWith, workspace } from './support.ts';

const required = cases.filter(({ level }) => level === 'must');
const open = cases.filter(({ level }) => level === 'open');

describe('the cases', () => {
  test('the cases cover each row, rule and table of the interface', () => {
    const rows = operationIds.map((_, index) => new RegExp(String.raw`^§4 rows?\b.*\b${index + 1}\b`));
    const rules = [1, 2, 3, 4].map((rule) => new RegExp(`§4 rule ${rule}`));
    const tables = ['2', '2.1', '2.2', '2.3', '2.4', '2.5'].map((n) => new RegExp(`§${n}( |$)`));
    const covers = (part: RegExp) => required.some(({ clause }) => part.test(clause));
    expect([...rows, ...rules, ...tables].filter((part) => !covers(part))).toEqual([]);
  });

  test('each case has its own id, and at least one `must` case names each operation', () => {
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    const named = new Set(required.map(({ operation }) => operation));
    expect(operationIds.filter((id) => !named.has(id))).toEqual([]);
  });

  test('a case needs a permission if, and only if, it changes the service', () => {
    expect(cases.filter(({ destructive, needs }) => destructive !== (needs !== undefined))).toEqual([]);
  });

  test('each case has the same outcome alone, in a run, and in a run in reverse order', async () => {
    const expired = workspace(1, { expiresAt: new Date(recently - 60_000).toISOString() });
    const seed = demoSeed({ now: recently });
    const service = () =>
      serviceWith(undefined, { seed: { ...seed, workspaces: [expired, ...seed.workspaces] } });
    const outcomes = async (sequence: readonly ConformanceCase[]) => {
      const context = createContext({ ...service(), ...allAllowed });
      const results: Record<string, object> = {};
      for (const { id, run } of sequence) results[id] = await run(context);
      expect(await context.cleanUp()).toEqual([]);
      return results;
    };
    // The other cases observe all responses of a run.
    const each = cases.filter(({ id }) => id !== 'content-type' && id !== 'success-status');
    const usual = await outcomes(each);
    expect(usual['expiry']).toMatchObject({ outcome: 'observed', value: { expiredListed: true } });
    expect(await outcomes(each.toReversed())).toEqual(usual);
    const alone = await Promise.all(each.map((one) => outcomes([one])));
    expect(Object.assign({}, ...alone)).toEqual(usual);
  });
});

describe('the open points', () => {
  test('each open point has one conformance case, or a reason why no case can observe it', () => {
    const covered = [...open.map(({ id }) => id), ...Object.keys(unobservable)];
    expect(covered.toSorted()).toEqual(openPoints.map(({ id }) => id).toSorted());
  });

  test('the case for an open point names its interface section and its question', () => {
    for (const { id, clause, title } of open) {
      const point = openPoints.find((candidate) => candidate.id === id);
      expect({ id, clause, title }).toEqual({ id, clause: `§${point?.section}`, title: point?.question });
    }
  });
});
