/** Tests the clock of a fake server. */
import {
  createFakeServer,
  demoSeed,
  type Duration,
  type FakeServer,
  type FakeServerOptions,
} from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { activityPath, mockServicePath, mockServicesPath } from '../support/paths.ts';
import { idOf, input, workspace } from '../support/samples.ts';
import { create, dataAt, send } from '../support/wire.ts';
import { errorWith } from '../support/failure.ts';
import { runs } from '../../../../tools/lib/near.ts';

const start = Date.parse('2026-01-01T00:00:00.000Z');

/** Creates a mock service, and returns the `createdAt` of the mock service. */
function createdAt(fake: FakeServer): string {
  return (dataAt(fake, `${mockServicePath}/${create(fake)}`) as { createdAt: string }).createdAt;
}

/** Sends a request whose response must be a 500. Returns the detail of the response. */
function failedDetail(fake: FakeServer, method: string, path: string, body?: unknown): string {
  const response = send(fake, method, path, body);
  expect(response.status).toBe(500);
  return (JSON.parse(response.body) as { detail: string }).detail;
}

describe('the clock', () => {
  test.each([
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2024-02-29T12:34Z', '2024-02-29T12:34:00.000Z'],
    ['2024-02-29T12:34:56.789999Z', '2024-02-29T12:34:56.789Z'],
    [1_700_000_000_123, '2023-11-14T22:13:20.123Z'],
    [new Date('1969-12-31T23:59:59.999Z'), '1969-12-31T23:59:59.999Z'],
  ])('with the `clock` option set to `%s`, the clock starts at %s', (clock, expected) => {
    const fake = createFakeServer({ seed: demoSeed(), clock });
    expect(fake.clock.now()).toBe(Date.parse(expected));
    expect(createdAt(fake)).toBe(expected);
  });

  test.each<unknown>([
    '',
    '2024-02-30',
    '2024-01-01T24:00:00Z',
    '2024-01-01T00:00:00+01:00',
    '2024-01-01T00:00:00',
    Number.NaN,
    8.64e15,
    new Date('never'),
    {},
  ])('the `clock` option rejects the start time `%s`', (clock) => {
    const options = { clock: clock as FakeServerOptions['clock'] };
    expect(() => createFakeServer(options)).toThrow(errorWith('invalid-option'));
  });

  test('the clock can be set to every timestamp that it produces', () => {
    const [min, max] = ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.000Z'].map(Date.parse);
    fc.assert(
      fc.property(fc.integer({ min, max } as { min: number; max: number }), (ms) => {
        const fake = createFakeServer({ seed: {}, clock: ms });
        const text = createdAt(fake);
        expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        fake.clock.set(text);
        expect(fake.clock.now()).toBe(ms);
      }),
      runs(500),
    );
  });

  test('`clock.advance` rounds a duration to the nearest millisecond in every unit', () => {
    const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
    const anyUnit = fc.constantFrom(...(Object.keys(units) as (keyof typeof units)[]));
    const anyDeviation = fc.double({ min: -0.4, max: 0.4, noNaN: true });
    const advancedBy = (by: Duration): number => {
      const { clock } = createFakeServer();
      clock.advance(by);
      return clock.now() - start;
    };
    expect([advancedBy(0), advancedBy('1.5s'), advancedBy('2d')]).toEqual([0, 1500, 172_800_000]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), anyUnit, anyDeviation, (ms, unit, deviation) => {
        const amount = ((ms + deviation) / units[unit]).toFixed(12) as `${number}`;
        expect(advancedBy(`${amount}${unit}`)).toBe(ms);
        expect(advancedBy(ms + deviation)).toBe(ms);
      }),
    );
  });

  test.each(['1', 'h', '1 h', '-1h', '1y', -1, Number.NaN])(
    '`clock.advance` rejects the duration %s',
    (by) => {
      const { clock } = createFakeServer({ seed: demoSeed() });
      expect(() => clock.advance(by as Duration)).toThrow(RangeError);
      expect(clock.now()).toBe(start);
    },
  );

  test('the clock rejects instants outside the years 0000 to 9999', () => {
    const { clock } = createFakeServer({ seed: {}, clock: '9999-12-31T00:00:00Z' });
    expect(() => clock.advance('1d')).toThrow(RangeError);
    expect(() => clock.set(-1e15)).toThrow(RangeError);
    expect(clock.now()).toBe(Date.parse('9999-12-31T00:00:00Z'));
  });
});

describe('a clock that follows a function', () => {
  test('ignores writes, but can be advanced, set and reset', () => {
    let time = 1000.9;
    const fake = createFakeServer({ seed: demoSeed(), clock: () => time });
    expect(createdAt(fake)).toBe('1970-01-01T00:00:01.000Z');
    expect(fake.clock.now()).toBe(1000);
    fake.clock.advance('1s');
    time += 500;
    expect(fake.clock.now()).toBe(2500);
    fake.clock.set(0);
    time += 7;
    expect(fake.clock.now()).toBe(7);
    fake.reset();
    expect(fake.clock.now()).toBe(Math.floor(time));
  });

  test('advances by the full duration even if the function moves on meanwhile', () => {
    let time = 0;
    const { clock } = createFakeServer({ seed: demoSeed(), clock: () => (time += 1000) });
    for (let n = 0; n < 10; n += 1) clock.advance('1h');
    expect(clock.now()).toBe(time + 36_000_000);
  });

  test('continues from the time of a restored snapshot', () => {
    let time = 1000;
    const fake = createFakeServer({ seed: demoSeed(), clock: () => time });
    const snapshot = fake.snapshot();
    time += 500;
    fake.restore(snapshot);
    expect(fake.clock.now()).toBe(1000);
    time += 7;
    expect(fake.clock.now()).toBe(1007);
  });

  test.each<[string, unknown]>([
    ['NaN', Number.NaN],
    ['a string', '2026-01-01'],
    ['an instant after the year 9999', 1e15],
  ])('is rejected if it returns %s, and later fails writes without using up an id', (_, reading) => {
    expect(() => createFakeServer({ clock: () => reading as number })).toThrow(errorWith('invalid-option'));
    let time: unknown = 4000;
    const fake = createFakeServer({ seed: {}, clock: () => time as number });
    const twin = createFakeServer({ seed: {} });
    time = 5000;
    create(fake);
    create(twin);
    time = reading;
    expect(failedDetail(fake, 'POST', mockServicePath, input())).toContain(
      'The fake server failed, and its data did not change.',
    );
    expect(() => fake.mockServices.add()).toThrow(RangeError);
    expect(fake.journal.entries().at(-1)).toMatchObject({
      response: { statusCode: 500 },
      timestamp: '1970-01-01T00:00:05.000Z',
    });
    time = 6000;
    expect(fake.mockServices.list()).toHaveLength(1);
    expect(create(fake)).toBe(create(twin));
  });

  test('fails requests while the function throws', () => {
    let isBroken = false;
    const clock = (): number => {
      if (isBroken) throw new Error('no time');
      return 5000;
    };
    const fake = createFakeServer({ seed: {}, clock });
    isBroken = true;
    failedDetail(fake, 'GET', mockServicesPath);
    isBroken = false;
    expect(send(fake, 'GET', mockServicesPath).status).toBe(200);
  });
});

test('at the last instant of the clock, every write fails, and a write may reach it', () => {
  const last = '9999-12-31T23:59:59.999Z';
  const fake = createFakeServer({
    seed: { workspaces: [workspace(1)] },
    clock: '9999-12-31T23:59:59.998Z',
  });
  create(fake);
  expect(fake.snapshot().clock).toBe(last);
  expect(failedDetail(fake, 'POST', mockServicePath, input())).toContain(`The clock is at ${last}`);
  expect(failedDetail(fake, 'DELETE', activityPath(idOf(1)))).toContain('Set the clock to an earlier time');
  expect(() => fake.workspaces.delete(idOf(1))).toThrow(RangeError);
  expect(fake.workspaces.list()).toHaveLength(1);
  fake.clock.set('2026-01-01');
  expect(send(fake, 'POST', mockServicePath, input()).status).toBe(201);
});
