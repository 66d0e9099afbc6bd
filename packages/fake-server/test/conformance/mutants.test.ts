import { createFakeServer, demoWorld } from '@mock-services/fake-server/core';
import { cases, runConformance, type ConformanceReport } from '@mock-services/fake-server/conformance';
import { describe, expect, test } from 'vitest';
import { createFetch } from '../../src/core/http/fetch.ts';
import { createMutants, listMutants } from './mutants/creates.ts';
import { clearMutants, deleteMutants } from './mutants/deletes.ts';
import { envelopeMutants } from './mutants/envelopes.ts';
import { fieldMutants } from './mutants/fields.ts';
import { recently, type Mutation } from './mutants/mutant.ts';
import { textMutants } from './mutants/texts.ts';
import { updateMutants } from './mutants/updates.ts';

const mutants = [
  ...envelopeMutants,
  ...fieldMutants,
  ...createMutants,
  ...listMutants,
  ...updateMutants,
  ...deleteMutants,
  ...clearMutants,
  ...textMutants,
];

function run(mutation: Mutation): Promise<ConformanceReport> {
  // With the current time no sample workspace has expired: what happens to expired ones is open.
  const fake = createFakeServer({ clock: recently });
  const fetch = createFetch((request) => mutation(request, fake.handle));
  const allowClear = demoWorld().workspaces[0]?.id;
  return runConformance({ baseUrl: fake.baseUrl, fetch, allowWrites: true, allowClear });
}

/** The first problem that a case names, and the other cases that fail. */
function verdictOf(report: ConformanceReport, killedBy: string): string {
  const killer = report.results.find(({ id }) => id === killedBy);
  const message = killer?.outcome === 'failed' ? killer.message.split('; ', 1)[0] : '';
  const others = failed(report).filter((id) => id !== killedBy);
  return [message, ...(others.length > 0 ? [`also fails ${others.join(', ')}`] : [])].join('\n');
}

function failed({ results }: ConformanceReport): string[] {
  return results.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
}

describe('the suite', () => {
  test('passes the unmodified fake server', async () => {
    const report = await run((request, next) => next(request));
    expect(failed(report)).toEqual([]);
    expect(report).toMatchObject({ ok: true, skipped: 0 });
  });

  const table = mutants.map(({ name, killedBy, make }) => [name, killedBy, make] as const);

  const isTextual = ([, killedBy]: (typeof table)[number]) => /^(create|update)-keeps-text$/.test(killedBy);

  async function kill(killedBy: string, make: () => Mutation): Promise<ConformanceReport> {
    const report = await run(make());
    expect(failed(report)).toContain(killedBy);
    expect(report.ok).toBe(false);
    expect(report.results.filter(({ level }) => level === 'open')).not.toContainEqual(
      expect.objectContaining({ outcome: 'failed' }),
    );
    return report;
  }

  test.each(table.filter((row) => !isTextual(row)))('kills %s by %s', async (_, killedBy, make) => {
    expect(verdictOf(await kill(killedBy, make), killedBy)).toMatchSnapshot();
  });

  test.each(table.filter(isTextual))('kills %s by %s', async (_, killedBy, make) => {
    const { results } = await kill(killedBy, make);
    expect(results).toHaveLength(cases.length);
  });
});

test('only workspace-expiry judges that a workspace expires later than it was created', async () => {
  const expiryMutants = mutants.filter(({ killedBy }) => killedBy === 'workspace-expiry');
  expect(expiryMutants).toHaveLength(2);
  for (const { make } of expiryMutants) expect(failed(await run(make()))).toEqual(['workspace-expiry']);
});

describe('the mutants', () => {
  test('are at least 30, with unique names', () => {
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
    expect(mutants.length).toBeGreaterThanOrEqual(30);
  });

  test('show that every case can fail', () => {
    // Only a service that does not respond fails `reachable`: see failing-services.test.ts.
    const killers = new Set(['reachable', ...mutants.map(({ killedBy }) => killedBy)]);
    const unproven = cases
      .filter(({ id, level }) => level === 'must' && !killers.has(id))
      .map(({ id }) => id);
    expect(unproven).toEqual([]);
  });
});
