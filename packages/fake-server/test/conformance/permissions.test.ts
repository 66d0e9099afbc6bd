import { cases, createContext, runConformance } from '@mock-services/fake-server/conformance';
import { describe, expect, test } from 'vitest';
import { busyWorkspace, idsOf, listOf, observed } from './support.ts';

const methodsOf = (received: readonly { method: string }[]) => new Set(received.map(({ method }) => method));

describe('without permissions', () => {
  test('nothing but GET is sent, and every case that needs more is skipped', async () => {
    const service = observed();
    const report = await runConformance(service);
    expect(methodsOf(service.received)).toEqual(new Set(['GET']));
    expect(service.received.every(({ body }) => body === '')).toBe(true);
    expect(idsOf(report, 'skipped')).toEqual(
      cases.filter(({ destructive }) => destructive).map(({ id }) => id),
    );
    expect(report.ok).toBe(true);
  });

  test('a skipped case says which option it needs', async () => {
    const { results } = await runConformance(observed());
    expect(results.find(({ id }) => id === 'create-answer')).toMatchObject({
      reason: expect.stringContaining('allowWrites') as string,
    });
    expect(results.find(({ id }) => id === 'clear-activity-answer')).toMatchObject({
      reason: expect.stringContaining('allowClear') as string,
    });
  });

  test.each(cases.filter(({ destructive }) => !destructive))(
    '$id is not destructive and sends only GET',
    async (one) => {
      const service = observed();
      await one.run(createContext(service));
      expect(methodsOf(service.received)).toEqual(new Set(['GET']));
    },
  );
});

describe('with allowWrites', () => {
  test('only mock services of the run are changed, and none is left', async () => {
    const service = observed();
    const before = listOf(service.fake);
    const { ok, leftovers } = await runConformance({ ...service, allowWrites: true });
    const changed = service.received
      .filter(({ method }) => method === 'PUT' || method === 'DELETE')
      .filter(({ path }) => before.some(({ id }) => path.includes(id)));
    expect({ ok, leftovers, changed }).toEqual({ ok: true, leftovers: [], changed: [] });
    expect(listOf(service.fake)).toEqual(before);
  });

  test('no log is cleared', async () => {
    const service = observed();
    await runConformance({ ...service, allowWrites: true });
    expect(
      service.received.filter(({ path, method }) => method === 'DELETE' && path.includes('activity')),
    ).toEqual([]);
  });
});

describe('with allowClear', () => {
  test('the log of that workspace is cleared once, and nothing else is changed', async () => {
    const service = observed();
    const report = await runConformance({ ...service, allowClear: busyWorkspace });
    expect(service.received.filter(({ method }) => method !== 'GET')).toEqual([
      expect.objectContaining({ method: 'DELETE', path: `/workspace/${busyWorkspace}/activity` }),
    ]);
    expect(idsOf(report, 'passed')).toContain('clear-activity-leaves-others');
  });

  test('a workspace without a log is not cleared', async () => {
    const service = observed();
    const report = await runConformance({ ...service, allowClear: '6f1d9c1e-4b7a-4d1c-8f8e-2a4b6c8d0e1f' });
    expect(methodsOf(service.received)).toEqual(new Set(['GET']));
    expect(idsOf(report, 'failed')).toContain('clear-activity-answer');
  });
});
