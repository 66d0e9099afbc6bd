import { cases, type RunOptions } from '@mock-services/conformance';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { clearMutants, deleteMutants, updateMutants } from './mutants/changes.ts';
import { createMutants } from './mutants/creates.ts';
import { fieldMutants } from './mutants/fields.ts';
import { messageMutants } from './mutants/messages.ts';
import { textMutants } from './mutants/texts.ts';
import { operationOf, type Mutation } from './mutants/mutant.ts';
import { busyWorkspace, everywhere, failureIn, runAll } from './support.ts';

const mutants = [
  ...messageMutants,
  ...fieldMutants,
  ...createMutants,
  ...updateMutants,
  ...deleteMutants,
  ...clearMutants,
  ...textMutants,
];

/** Returns the permissions that cases need. Without permissions, a run takes a third of the time. */
function permissionsFor(ids: readonly string[]): Partial<RunOptions> {
  const needs = new Set(cases.filter(({ id }) => ids.includes(id)).map((one) => one.needs));
  return {
    allowWrites: needs.has('allowWrites'),
    allowClear: needs.has('allowClear') ? busyWorkspace : undefined,
  };
}

/** Runs in virtual time, because a case waits some seconds until a deleted mock service is no longer listed. */
async function runQuickly(...args: Parameters<typeof runAll>): ReturnType<typeof runAll> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const running = runAll(...args);
  await vi.runAllTimersAsync();
  return running;
}

/** Returns the identifiers in the first response of each operation in upper case. */
function turningIds(): Mutation {
  const counts = new Map<unknown, number>();
  const upper = everywhere((value, key) =>
    key === 'id' && typeof value === 'string' ? value.toUpperCase() : value,
  );
  return (request, next) => {
    const operation = operationOf(request);
    const count = (counts.get(operation) ?? 0) + 1;
    counts.set(operation, count);
    return count === 1 ? upper(request, next) : next(request);
  };
}

describe('a service with one defect', () => {
  test.each(mutants)('a service with %s fails the conformance case %s', async (_, fails, make) => {
    const report = await runQuickly(make(), permissionsFor([fails].flat()));
    for (const id of [fails].flat()) {
      expect(failureIn(report, id)).toBeDefined();
      expect(failureIn(report, id)).not.toContain('could not be completed');
    }
    expect(report.ok).toBe(false);
    const failed = report.results.filter(({ outcome }) => outcome === 'failed');
    expect(new Set(failed.map(({ level }) => level))).toEqual(new Set(['must']));
  });
});

test('cases detect defects even if the service changes the form of its identifiers', async () => {
  for (const [name, fails, make] of [
    ...messageMutants,
    ...updateMutants,
    ...deleteMutants,
    ...clearMutants,
  ]) {
    const inTurns = turningIds();
    const mutation = make();
    const report = await runQuickly(
      (request, next) => inTurns(request, (inner) => mutation(inner, next)),
      permissionsFor([fails].flat()),
    );
    for (const id of [fails].flat())
      expect([name, id, failureIn(report, id) !== undefined]).toEqual([name, id, true]);
  }
});

test('every `must` case fails for at least one deliberately broken service', () => {
  // Another test, `failing-services.test.ts`, covers the case `reachable`, which fails if a service does not respond.
  const failing = new Set(['reachable', ...mutants.flatMap(([, fails]) => fails)]);
  const required = cases.filter(({ level }) => level === 'must').map(({ id }) => id);
  expect(required.filter((id) => !failing.has(id))).toEqual([]);
});
