import { readFile } from 'node:fs/promises';
import { cases, createContext, unobservable, type ConformanceCase } from '@mock-services/conformance';
import { demoSeed } from '@mock-services/fake-server/core';
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

  test('each case names its operation, if it is about a single one, and says whether it changes the service', () => {
    const about = ({ operation, destructive, level }: ConformanceCase) =>
      `${level}, ${operation ?? 'several operations'}${destructive ? ', destructive' : ''}`;
    const groups = new Map<string, string[]>();
    for (const one of cases) groups.set(about(one), [...(groups.get(about(one)) ?? []), one.id]);
    expect(Array.from(groups, ([name, ids]) => `${name}: ${ids.join(' ')}`)).toMatchInlineSnapshot(`
      [
        "must, listWorkspaces: reachable list-workspaces-answer workspace-fields workspace-expiry",
        "must, listMockServices: list-mock-services-answer mock-service-summary-fields",
        "must, getMockService: get-mock-service-answer get-mock-service-listed mock-service-fields",
        "must, getWorkspaceConfiguration: get-workspace-configuration-answer workspace-configuration-shape",
        "must, listActivity: list-activity-answer activity-entry-fields activity-method activity-status activity-request-body activity-response-body",
        "must, several operations: identifiers-uuid identifiers-distinct timestamps-utc",
        "open, several operations: unknown-fields identifier-form timestamp-fraction timestamp-offset type-values cors-methods query-parameters pagination list-order error-statuses header-value-types content-type success-status rate-limits versioning",
        "open, listActivity: metadata-fields base64-form recorded-path",
        "open, listWorkspaces: expiry workspace-lifetime authentication",
        "open, getWorkspaceConfiguration: workspace-configuration-fields",
        "open, getMockService: error-body",
        "must, createMockService, destructive: create-answer create-only-identifier create-sets-identity create-distinct create-keeps-text create-keeps-urls-and-names",
        "must, getMockService, destructive: create-stored create-empty-allowed-headers reads-change-nothing",
        "must, listMockServices, destructive: create-listed",
        "must, updateMockService, destructive: update-answer update-result update-stored update-keeps-identity update-listed update-leaves-others update-keeps-text",
        "must, deleteMockService, destructive: delete-answer delete-unlists delete-leaves-others",
        "must, several operations, destructive: life-cycle",
        "open, createMockService, destructive: required-fields write-idempotency",
        "open, updateMockService, destructive: updated-at",
        "open, deleteMockService, destructive: delete-body",
        "open, several operations, destructive: error-conditions",
        "must, clearActivity, destructive: clear-activity-answer clear-activity-empties clear-activity-leaves-others",
        "open, clearActivity, destructive: clear-activity-body",
      ]
    `);
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

const permissions = { allowWrites: '`allowWrites`', allowClear: '`allowClear`' };

function mustTable(): string {
  const rows = required.map(
    ({ id, clause, needs, title }) =>
      `| \`${id}\` | ${clause} | ${needs === undefined ? '' : permissions[needs]} | ${title} |`,
  );
  return ['| case | clause | needs | what holds |', '| - | - | - | - |', ...rows].join('\n');
}

function openTable(): string {
  const rows = ([undefined, 'allowWrites', 'allowClear'] as const).map((permission) => {
    const ids = open.flatMap(({ id, needs }) => (needs === permission ? [`\`${id}\``] : []));
    return `| ${permission === undefined ? '' : permissions[permission]} | ${ids.join(', ')} |`;
  });
  return ['| needs | observed open points |', '| - | - |', ...rows].join('\n');
}

test('docs/conformance.md lists all conformance cases (`vitest -u` updates the page)', async () => {
  const reasons = openPoints.flatMap(({ id }) => {
    const reason = unobservable[id];
    return reason === undefined ? [] : [`| \`${id}\` | ${reason} |`];
  });
  const tables = [
    '## What the interface states\n',
    mustTable(),
    '\n## What it leaves open\n',
    '[Open points](open-points.md#all-open-points) lists the question behind each name.\n',
    openTable(),
    '\nNot observed:\n',
    '| open point | why not |\n| - | - |',
    ...reasons,
  ].join('\n');
  const path = '../../../docs/conformance.md';
  const page = await readFile(new URL(path, import.meta.url), 'utf8');
  const written = replaceGenerated(page, { cases: await format(tables, { parser: 'markdown' }) });
  await expect(written).toMatchFileSnapshot(path);
});
