import { createFakeServer, type Duration, type FakeServer } from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { idOf, input, mockService } from '../support/samples.ts';
import { create, dataAt, send } from '../support/wire.ts';

const start = Date.parse('2026-01-01T00:00:00.000Z');
const year0 = Date.parse('0000-01-01T00:00:00.000Z');
const year9999 = Date.parse('9999-12-31T23:59:59.000Z');

/** When a mock service that is created now is said to be created. */
function createdAt(fake: FakeServer): string {
  return (dataAt(fake, `/configuration/mock-service/${create(fake)}`) as { createdAt: string }).createdAt;
}

describe('the clock', () => {
  test('stands at the beginning of 2026 by default', () => {
    const fake = createFakeServer();
    expect(fake.clock.now()).toBe(start);
    expect(createdAt(fake)).toBe('2026-01-01T00:00:00.000Z');
  });

  test.each([
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2024-02-29T12:34Z', '2024-02-29T12:34:00.000Z'],
    ['2024-02-29T12:34:56Z', '2024-02-29T12:34:56.000Z'],
    ['2024-02-29T12:34:56.7Z', '2024-02-29T12:34:56.700Z'],
    ['2024-02-29T12:34:56.789999Z', '2024-02-29T12:34:56.789Z'],
    [1_700_000_000_123, '2023-11-14T22:13:20.123Z'],
    [new Date('1969-12-31T23:59:59.999Z'), '1969-12-31T23:59:59.999Z'],
  ])('starts at %s', (clock, expected) => {
    expect(createdAt(createFakeServer({ clock }))).toBe(expected);
  });

  test.each([
    '',
    'now',
    '2024-02-30',
    '2023-02-29T00:00:00Z',
    '2024-13-01',
    '2024-01-01T24:00:00Z',
    '2024-01-01T00:60Z',
    '2024-01-01T00:00:00+01:00',
    '2024-01-01T00:00:00',
    Number.NaN,
    8.64e15,
    new Date('never'),
    () => Number.NaN,
  ])('does not start at %s', (clock) => {
    expect(() => createFakeServer({ clock })).toThrow(RangeError);
  });

  test('writes every instant as Date does, and reads it back', () => {
    fc.assert(
      fc.property(fc.integer({ min: year0, max: year9999 }), (ms) => {
        const fake = createFakeServer({ seed: {}, clock: ms });
        const text = createdAt(fake);
        expect(text).toBe(new Date(ms).toISOString());
        fake.clock.set(text);
        expect(fake.clock.now()).toBe(ms);
      }),
      { numRuns: 500 },
    );
  });

  test('moves by 1 ms with each write, so that no two share a time', () => {
    const fake = createFakeServer({ seed: { mockServices: [mockService(1)] } });
    create(fake);
    expect(fake.clock.now()).toBe(start + 1);
    const put = send(fake, 'PUT', `/configuration/mock-service/${idOf(1)}`, { data: input() });
    expect(put.body).toContain('"updatedAt":"2026-01-01T00:00:00.001Z"');
    send(fake, 'DELETE', `/configuration/mock-services/${idOf(1)}`);
    expect(fake.clock.now()).toBe(start + 3);
  });

  test('does not move with reads and refusals', () => {
    const fake = createFakeServer();
    send(fake, 'GET', '/configuration/mock-services');
    send(fake, 'POST', '/configuration/mock-service', {});
    send(fake, 'DELETE', `/configuration/mock-services/${idOf(1)}`);
    expect(fake.clock.now()).toBe(start);
  });

  test.each<[Duration, number]>([
    [1, 1],
    ['250ms', 250],
    ['1.5s', 1500],
    ['5m', 300_000],
    ['1h', 3_600_000],
    ['2d', 172_800_000],
    [0, 0],
  ])('advances by %s', (by, ms) => {
    const { clock } = createFakeServer();
    clock.advance(by);
    expect(clock.now()).toBe(start + ms);
  });

  test.each(['1', 'h', '1 h', '-1h', '1y', -1, Number.NaN, Number.POSITIVE_INFINITY])(
    'does not advance by %s',
    (by) => {
      const { clock } = createFakeServer();
      expect(() => clock.advance(by as Duration)).toThrow(RangeError);
      expect(clock.now()).toBe(start);
    },
  );

  test('does not leave the years that have four digits', () => {
    const { clock } = createFakeServer({ seed: {}, clock: '9999-12-31T00:00:00Z' });
    expect(() => clock.advance('1d')).toThrow(RangeError);
    expect(() => clock.set(-1e15)).toThrow(RangeError);
    expect(clock.now()).toBe(Date.parse('9999-12-31T00:00:00Z'));
  });

  test('can be set, forward and back', () => {
    const { clock } = createFakeServer();
    clock.set('2030-01-01T00:00:00Z');
    expect(clock.now()).toBe(Date.parse('2030-01-01T00:00:00Z'));
    clock.set(new Date(5));
    expect(clock.now()).toBe(5);
  });

  test('follows a function, and does not move of itself then', () => {
    let time = 1000.9;
    const fake = createFakeServer({ clock: () => time });
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

  test('is advanced by no less than was said, also while its function goes on', () => {
    let time = 0;
    const { clock } = createFakeServer({ clock: () => (time += 1000) });
    for (let n = 0; n < 10; n += 1) clock.advance('1h');
    expect(clock.now()).toBe(time + 36_000_000);
  });
});
