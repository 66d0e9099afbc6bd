/** Tests the clock of a fake server. */
import {
  createFakeServer,
  demoSeed,
  type Duration,
  type FakeServer,
  type FakeServerOptions,
} from '@mock-services/fake-server/core';
import { describe, expect, test } from 'vitest';
import { mockServicePath } from '../support/paths.ts';
import { input } from '../support/samples.ts';
import { create, dataAt, send } from '../support/wire.ts';
import { errorWith } from '../support/failure.ts';

const start = Date.parse('2026-01-01T00:00:00.000Z');

/** Creates a mock service, and returns the `createdAt` of the mock service. */
function createdAt(fake: FakeServer): string {
  return (dataAt(fake, `${mockServicePath}/${create(fake)}`) as { createdAt: string }).createdAt;
}

describe('the clock', () => {
  test.each([
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2024-02-29T12:34:56.789999Z', '2024-02-29T12:34:56.789Z'],
    [1_700_000_000_123, '2023-11-14T22:13:20.123Z'],
    [new Date('1969-12-31T23:59:59.999Z'), '1969-12-31T23:59:59.999Z'],
  ])('with the `clock` option set to `%s`, the clock starts at %s', (clock, expected) => {
    const fake = createFakeServer({ seed: demoSeed(), clock });
    expect(fake.clock.now()).toBe(Date.parse(expected));
    expect(createdAt(fake)).toBe(expected);
  });

  test.each<unknown>(['2024-02-30', '2024-01-01T00:00:00+01:00', '2024-01-01T00:00:00', Number.NaN, 8.64e15])(
    'the `clock` option rejects the start time `%s`',
    (clock) => {
      const options = { clock: clock as FakeServerOptions['clock'] };
      expect(() => createFakeServer(options)).toThrow(errorWith('invalid-option'));
    },
  );

  test('`clock.advance` accepts milliseconds, and numbers with each unit', () => {
    const advancedBy = (by: Duration): number => {
      const { clock } = createFakeServer();
      clock.advance(by);
      return clock.now() - start;
    };
    expect([0, '500ms', '1.5s', '2m', '1h', '2d'].map((by) => advancedBy(by as Duration))).toEqual([
      0, 500, 1500, 120_000, 3_600_000, 172_800_000,
    ]);
  });

  test.each(['1', '-1h', '1y', Number.NaN])('`clock.advance` rejects the duration %s', (by) => {
    const { clock } = createFakeServer({ seed: demoSeed() });
    expect(() => clock.advance(by as Duration)).toThrow(RangeError);
    expect(clock.now()).toBe(start);
  });

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

  test('is rejected if it returns no instant, and later fails writes', () => {
    expect(() => createFakeServer({ clock: () => Number.NaN })).toThrow(errorWith('invalid-option'));
    let time = 5000;
    const fake = createFakeServer({ seed: {}, clock: () => time });
    create(fake);
    time = Number.NaN;
    const { status, body } = send(fake, 'POST', mockServicePath, input());
    expect([status, body]).toEqual([500, expect.stringContaining('its data did not change')]);
    expect(() => fake.mockServices.add()).toThrow(RangeError);
    time = 6000;
    expect(fake.mockServices.list()).toHaveLength(1);
    create(fake);
  });
});
