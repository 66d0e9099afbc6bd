import { FixtureError, createFakeServer, OptionError } from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { activityEntry, idOf, workspace } from '../support/samples.ts';
import { dataAt } from '../support/wire.ts';

const now = '2026-01-01T00:00:00.000Z';

describe('activity fixtures', () => {
  const seed = { workspaces: [workspace(1), workspace(2)], activity: { [idOf(1)]: [activityEntry(5)] } };

  test('fill in what is left out', () => {
    const fake = createFakeServer({ seed });
    const { id, metadata, ...rest } = fake.activity.record(idOf(2));
    expect(rest).toEqual({
      request: {
        hostname: 'api.example',
        port: 443,
        path: '/',
        method: 'GET',
        headers: {},
        bodyBase64Encoded: '',
      },
      response: { statusCode: 200, headers: {}, bodyBase64Encoded: '', responseTimeMs: 0 },
      timestamp: now,
    });
    expect(metadata.scenarioId).not.toBe(id);
    expect(fake.clock.now()).toBe(Date.parse(now) + 1);
  });

  test('take a URL, and bodies of any kind', () => {
    const fake = createFakeServer({ seed });
    const { request, response } = fake.activity.record(idOf(2), {
      request: { url: 'http://localhost:8080/a?b=1', body: { a: 'Größe' } },
      response: { statusCode: 404, headers: { 'Content-Type': 'text/x' }, body: 'nö' },
    });
    expect(request).toMatchObject({ hostname: 'localhost', port: 8080, path: '/a?b=1', method: 'POST' });
    expect(request.headers).toEqual({ 'content-type': 'application/json' });
    expect(Buffer.from(request.bodyBase64Encoded, 'base64').toString()).toBe('{"a":"Größe"}');
    expect(response.headers).toEqual({ 'Content-Type': 'text/x' });
    expect(Buffer.from(response.bodyBase64Encoded, 'base64').toString()).toBe('nö');
    const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => i % 256);
    const recorded = fake.activity.record(idOf(2), { response: { body: bytes } }).response;
    expect(Buffer.from(recorded.bodyBase64Encoded, 'base64').equals(bytes)).toBe(true);
  });

  test('add at the end of the log, in any letter case of the id', () => {
    const fake = createFakeServer({ seed });
    const entry = fake.activity.record(idOf(1).toUpperCase(), { metadata: { scenarioId: idOf(9), step: 3 } });
    expect(entry.metadata).toEqual({ scenarioId: idOf(9), step: 3 });
    expect(dataAt(fake, `/workspace/${idOf(1)}/activity`)).toEqual([activityEntry(5), entry]);
    expect(fake.activity.list(idOf(1))).toEqual([activityEntry(5), entry]);
  });

  test('remove one entry, and clear all', () => {
    const fake = createFakeServer({ seed });
    const entry = fake.activity.record(idOf(1));
    expect(fake.activity.remove(idOf(1), idOf(5))).toBe(true);
    expect(fake.activity.remove(idOf(1), idOf(5))).toBe(false);
    expect(fake.activity.list(idOf(1))).toEqual([entry]);
    fake.activity.clear(idOf(1));
    expect(fake.activity.list(idOf(1))).toEqual([]);
  });

  test('drop the oldest entries beyond maxActivityEntries, whatever is done in between', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.constantFrom('record', 'save', 'restore', 'reset', 'clear', 'remove'), { maxLength: 60 }),
        (most, steps) => {
          const fake = createFakeServer({ seed: { workspaces: [workspace(1)] }, maxActivityEntries: most });
          let [expected, saved, next]: [string[], string[], number] = [[], [], 0];
          let snapshot = fake.snapshot();
          const acts = {
            record: () => {
              fake.activity.record(idOf(1), { request: { path: `/${next}` } });
              expected = [...expected, `/${next++}`].slice(-most);
            },
            save: () => {
              snapshot = fake.snapshot();
              saved = expected;
            },
            restore: () => {
              fake.restore(snapshot);
              expected = saved;
            },
            reset: () => {
              fake.reset();
              expected = [];
            },
            clear: () => {
              fake.activity.clear(idOf(1));
              expected = [];
            },
            remove: () => {
              fake.activity.remove(idOf(1), fake.activity.list(idOf(1))[0]?.id ?? '');
              expected = expected.slice(1);
            },
          };
          for (const step of steps) {
            acts[step]();
            expect(fake.activity.list(idOf(1)).map(({ request }) => request.path)).toEqual(expected);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('find an entry by its id without reading the log', () => {
    const entries = Array.from({ length: 1000 }, (_, n) => activityEntry(1000 + n));
    const fake = createFakeServer({ seed: { workspaces: [workspace(1)], activity: { [idOf(1)]: entries } } });
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    fake.activity.record(idOf(1), activityEntry(1));
    expect(() => fake.activity.record(idOf(1), activityEntry(1500))).toThrow(FixtureError);
    expect(fake.activity.remove(idOf(1), idOf(1500).toUpperCase())).toBe(true);
    expect(fake.activity.remove(idOf(1), idOf(1500))).toBe(false);
    fake.activity.record(idOf(1), activityEntry(1500));
    // The two entries that are returned, and nothing else.
    expect(parse.mock.calls.length).toBe(2);
    parse.mockRestore();
    expect(fake.activity.list(idOf(1)).map(({ id }) => id)).toEqual(
      [...entries.filter(({ id }) => id !== idOf(1500)), activityEntry(1), activityEntry(1500)].map(
        ({ id }) => id,
      ),
    );
  });

  test('keep 10,000 entries by default, and do not slow down', () => {
    const fake = createFakeServer({ seed });
    const before = process.cpuUsage();
    for (let i = 0; i < 25_000; i += 1) fake.activity.record(idOf(2), { request: { path: `/${i}` } });
    expect(process.cpuUsage(before).user).toBeLessThan(10_000_000);
    const entries = fake.activity.list(idOf(2));
    expect([entries.length, entries[0]?.request.path]).toEqual([10_000, '/15000']);
  });

  test.each([0, -1, 1.5, Number.NaN])('take no limit of %s entries', (maxActivityEntries) => {
    expect(() => createFakeServer({ maxActivityEntries })).toThrow(OptionError);
  });
});
