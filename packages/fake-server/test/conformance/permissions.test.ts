import { cases, createContext, runConformance } from '@mock-services/fake-server/conformance';
import type { MockService } from '@mock-services/sdk/contract';
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

  test('what is written names no real host, and has different members in every list', async () => {
    const service = observed();
    await runConformance({ ...service, allowWrites: true });
    const written = service.received
      .filter(({ body }) => /^\{"(type|data)"/.test(body) && !/[^ -~]|long text|Path/.test(body))
      .map(({ body }) => JSON.parse(body) as Partial<MockService> & { readonly data?: MockService })
      .flatMap(({ data, ...created }) => (data ?? created).config ?? []);
    expect(written.length).toBeGreaterThan(30);
    for (const { cors, defaultResponseHeaders, upstreams } of written) {
      const hosts = [...cors.allowedOrigins, ...upstreams.map(({ url }) => new URL(url).hostname)];
      const names = [...cors.allowedHeaders, ...Object.keys(defaultResponseHeaders)];
      for (const { name } of upstreams) expect(name).not.toBe('');
      for (const host of hosts) expect(host).toMatch(/^(\w+\.)?conformance\.example$/);
      for (const name of names) expect(name).toMatch(/^(x-conformance(-\w+)?|content-type)$/);
      for (const method of cors.allowedMethods) expect(method).toMatch(/^(GET|POST|PUT|DELETE)$/);
      const { allowedOrigins, allowedMethods, allowedHeaders } = cors;
      const urls = upstreams.map(({ url }) => url);
      for (const list of [allowedOrigins, allowedMethods, allowedHeaders, urls]) {
        expect(new Set(list).size).toBe(list.length);
      }
    }
  });

  test('every identifier in a path is a UUID, but for the one that is to be malformed', async () => {
    const service = observed();
    await runConformance({ ...service, allowWrites: true });
    const ids = service.received.flatMap(
      ({ path }) => /\/(?:mock-services?|workspace)\/([^/?]+)/.exec(path)?.[1] ?? [],
    );
    expect(ids.length).toBeGreaterThan(100);
    for (const id of ids) {
      expect(id).toMatch(/^(?:no-uuid|[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12})$/);
    }
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
