import { readFile } from 'node:fs/promises';
import { cases, createContext, unobservable, type ConformanceCase } from '@mock-services/conformance';
import { demoSeed } from '@mock-services/fake-server/demo';
import { openPoints, operationIds } from '@mock-services/sdk/contract';
import { format } from 'prettier';
import { describe, expect, test } from 'vitest';
import { replaceGenerated } from '../../../tools/lib/generated.ts';
import { recently } from './mutants/mutant.ts';
import { allAllowed, serviceWith, workspace } from './support.ts';

const required = cases.filter(({ level }) => level === 'must');
const open = cases.filter(({ level }) => level === 'open');

describe('the cases', () => {
  test('the cases cover each row, rule and table of the interface', () => {
    const rows = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((row) => new RegExp(String.raw`^§4 rows?\b.*\b${row}\b`));
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

  test('each case has the same outcome alone, in a run, and in a run in reverse order', async () => {
    // One workspace has expired, and one mock service has the only fields that the interface does not know.
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

const permissions = { allowWrites: '`allowWrites`', allowClear: '`allowClear`' };

function tableOf(level: ConformanceCase['level'], title: string): string {
  const rows = cases
    .filter((one) => one.level === level)
    .map(
      ({ id, clause, needs, title }) =>
        `| \`${id}\` | ${clause} | ${needs === undefined ? '' : permissions[needs]} | ${title} |`,
    );
  return [`| case | clause | needs | ${title} |`, '| - | - | - | - |', ...rows].join('\n');
}

test('docs/conformance.md lists all conformance cases (`vitest -u` updates the page)', async () => {
  const reasons = openPoints.flatMap(({ id, question }) => {
    const reason = unobservable[id];
    return reason === undefined ? [] : [`| \`${id}\` | ${question} | ${reason} |`];
  });
  const tables = [
    '## What the interface states\n',
    tableOf('must', 'what holds'),
    '\n## What it leaves open\n',
    tableOf('open', 'question'),
    '\nNot observed:\n',
    '| open point | question | why not |\n| - | - | - |',
    ...reasons,
  ].join('\n');
  const path = '../../../docs/conformance.md';
  const page = await readFile(new URL(path, import.meta.url), 'utf8');
  const written = replaceGenerated(page, { cases: await format(tables, { parser: 'markdown' }) });
  await expect(written).toMatchFileSnapshot(path);
});
