import { createFakeServer, demoWorld } from '@mock-services/fake-server/core';
import { cases, runConformance, type ConformanceReport } from '@mock-services/fake-server/conformance';
import { describe, expect, test } from 'vitest';
import { createFetch } from '../../src/core/http/fetch.ts';
import { clearMutants } from './mutants/clearing.ts';
import { createMutants } from './mutants/creates.ts';
import { deleteMutants } from './mutants/deletes.ts';
import { envelopeMutants } from './mutants/envelopes.ts';
import { fieldMutants } from './mutants/fields.ts';
import { listMutants } from './mutants/lists.ts';
import type { Mutation } from './mutants/mutant.ts';
import { updateMutants } from './mutants/updates.ts';

const mutants = [
  ...envelopeMutants,
  ...fieldMutants,
  ...createMutants,
  ...listMutants,
  ...updateMutants,
  ...deleteMutants,
  ...clearMutants,
];

function run(mutation: Mutation): Promise<ConformanceReport> {
  // At this machine's time the sample workspaces live: what becomes of expired ones is open.
  const fake = createFakeServer({ clock: Date.now() });
  const fetch = createFetch((request) => mutation(request, fake.handle));
  const allowClear = demoWorld().workspaces[0]?.id;
  return runConformance({ baseUrl: fake.baseUrl, fetch, allowWrites: true, allowClear });
}

function failed({ results }: ConformanceReport): string[] {
  return results.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
}

describe('the suite', () => {
  test('lets the fake server live as it is', async () => {
    const report = await run((request, next) => next(request));
    expect(failed(report)).toEqual([]);
    expect(report).toMatchObject({ ok: true, skipped: 0 });
  });

  const table = mutants.map(({ name, killedBy, make }) => [name, killedBy, make] as const);

  test.each(table)('kills %s by %s', async (_, killedBy, make) => {
    const report = await run(make());
    expect(failed(report)).toContain(killedBy);
    expect(report.ok).toBe(false);
    expect(report.results.filter(({ level }) => level === 'open')).not.toContainEqual(
      expect.objectContaining({ outcome: 'failed' }),
    );
  });
});

describe('the mutants', () => {
  test('are 30 at the least, each with a name of its own', () => {
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
    expect(mutants.length).toBeGreaterThanOrEqual(30);
  });

  test('show of every case that it can fail', () => {
    // A mutant answers, and only silence fails the first case: see failing-services.test.ts.
    const killers = new Set(['reachable', ...mutants.map(({ killedBy }) => killedBy)]);
    const idle = cases.filter(({ id, level }) => level === 'must' && !killers.has(id)).map(({ id }) => id);
    expect(idle).toEqual([]);
  });
});
