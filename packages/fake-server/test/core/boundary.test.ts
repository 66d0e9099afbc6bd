/** Whatever comes in, there is a response, and a failure changes nothing. */
import {
  createFakeServer,
  type FakeServer,
  type FakeServerOptions,
  type WireRequest,
} from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { idOf, input, workspace } from '../support/samples.ts';
import { create, send } from '../support/wire.ts';

const single = '/configuration/mock-service';
const list = '/configuration/mock-services';
const operation = 'listMockServices';

/** What can be thrown to cause the most trouble. */
const hostile: readonly [string, unknown][] = [
  ['an object without prototype', Object.create(null)],
  [
    'a throwing getter',
    {
      get message() {
        throw new Error('no');
      },
      toString: null,
    },
  ],
  [
    'a proxy that throws',
    new Proxy(
      {},
      {
        get() {
          throw new Error('no');
        },
      },
    ),
  ],
  ['a symbol', Symbol('odd')],
  ['nothing', undefined],
];

/** The problem details that a failure responds with. */
function failureOf(fake: FakeServer, method: string, path: string, body?: unknown): string {
  const response = send(fake, method, path, body);
  expect(response).toMatchObject({ status: 500, headers: { 'content-type': 'application/problem+json' } });
  const { detail, title, status } = JSON.parse(response.body) as Record<string, string>;
  expect([title, status]).toEqual(['Internal Server Error', 500]);
  return String(detail);
}

describe('a request that is no message', () => {
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['an empty object', {}],
    ['a method that is no text', { method: 7, path: list }],
    ['a body that is no text', { method: 'POST', path: single, body: {} }],
    ['a header that is no text', { method: 'GET', path: list, headers: { a: 1n } }],
    [
      'headers that throw',
      {
        method: 'GET',
        path: list,
        get headers() {
          throw new Error('no');
        },
      },
    ],
  ])('gets a 500, is in the journal and changes nothing: %s', (_, request) => {
    const fake = createFakeServer();
    const before = JSON.stringify(fake.snapshot().data);
    expect(fake.handle(request as WireRequest).status).toBe(500);
    expect(fake.journal.entries).toMatchObject([{ number: 1, method: '', path: '', status: 500 }]);
    expect(() => fake.journal.assertClean()).toThrow('The fake server failed');
    expect(JSON.stringify(fake.snapshot().data)).toBe(before);
  });

  test('whatever it is, nothing is thrown', () => {
    const fake = createFakeServer();
    const field = fc.oneof(fc.anything(), fc.constantFrom('GET', 'POST', list, single));
    const message = fc.record(
      { method: field, path: field, headers: field, body: field },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.anything(), message), (request) => {
        expect(fake.handle(request as WireRequest).status).toBeGreaterThanOrEqual(200);
        expect(fake.journal.entries.at(-1)?.status).toBeGreaterThanOrEqual(200);
      }),
      { numRuns: 1000, examples: [[{ method: 'GET', path: list, headers: Number.NaN }]] },
    );
    fake.restore(JSON.parse(JSON.stringify(fake.snapshot())) as ReturnType<FakeServer['snapshot']>);
  });
});

describe('a clock function', () => {
  const readings: readonly [string, unknown][] = [
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['text', '2026-01-01'],
    ['a bigint', 1n],
    ['a symbol', Symbol('now')],
    ['null', null],
    ['an object', {}],
    ['an instant after the year 9999', 1e15],
  ];

  test.each(readings)('that returns %s is an error when the fake server is created', (_, reading) => {
    expect(() => createFakeServer({ clock: () => reading as number })).toThrow(RangeError);
  });

  test.each(readings)('that returns %s later makes requests fail until it is right again', (_, reading) => {
    let time: unknown = 5000;
    const fake = createFakeServer({ seed: {}, clock: () => time as number });
    create(fake);
    time = reading;
    expect(failureOf(fake, 'POST', single, input())).toContain(
      'The fake server failed, and changed nothing.',
    );
    expect(() => fake.mockServices.add()).toThrow(RangeError);
    expect(fake.journal.entries.at(-1)).toMatchObject({ status: 500, time: '1970-01-01T00:00:05.000Z' });
    time = 6000;
    expect(fake.mockServices.list()).toHaveLength(1);
    expect(send(fake, 'POST', single, input()).status).toBe(201);
  });

  test.each(hostile)('that throws %s makes requests fail until it is right again', (_, thrown) => {
    let broken = false;
    const clock = (): number => {
      if (broken) throw thrown;
      return 5000;
    };
    const fake = createFakeServer({ seed: {}, clock });
    broken = true;
    failureOf(fake, 'GET', list);
    broken = false;
    expect(send(fake, 'GET', list).status).toBe(200);
  });

  test('that fails spends no identifier', () => {
    let time = 5000;
    const fake = createFakeServer({ seed: {}, clock: () => time });
    time = Number.NaN;
    failureOf(fake, 'POST', single, input());
    time = 5000;
    expect(create(fake)).toBe(create(createFakeServer({ seed: {} })));
  });
});

describe('the last instant', () => {
  const last = '9999-12-31T23:59:59.999Z';

  test('takes no write, and the clock can be set back', () => {
    const fake = createFakeServer({ seed: { workspaces: [workspace(1)] }, clock: last });
    expect(failureOf(fake, 'POST', single, input())).toContain(`The clock is at ${last}`);
    expect(failureOf(fake, 'DELETE', `/workspace/${idOf(1)}/activity`)).toContain('set it back');
    const writes = [
      () => fake.mockServices.add(),
      () => fake.workspaces.remove(idOf(1)),
      () => fake.activity.record(idOf(1)),
    ];
    for (const write of writes) expect(write).toThrow(RangeError);
    expect(send(fake, 'GET', list).body).toBe('{"data":[]}');
    expect(fake.workspaces.list()).toHaveLength(1);
    expect(fake.snapshot().clock).toBe(last);
    fake.clock.set('2026-01-01');
    expect(send(fake, 'POST', single, input()).status).toBe(201);
  });

  test('has the write before it', () => {
    const fake = createFakeServer({ seed: {}, clock: '9999-12-31T23:59:59.998Z' });
    create(fake);
    expect(fake.clock.now()).toBe(Date.parse(last));
  });

  test('has no room for sample data', () => {
    expect(() => createFakeServer({ clock: last })).toThrow(`Sample data around ${last}`);
  });

  test.each<FakeServerOptions['clock']>([{}, [], true, 1n] as unknown as FakeServerOptions['clock'][])(
    'is an instant, and %s is none',
    (clock) => {
      expect(() => createFakeServer({ clock })).toThrow(RangeError);
    },
  );
});

describe('the function of a fault', () => {
  test.each(hostile)('may throw %s: nothing happens, and the fault has the error', (_, thrown) => {
    const fake = createFakeServer();
    const when = (): boolean => {
      throw thrown;
    };
    fake.faults.add({ operation, status: 503, when });
    expect(send(fake, 'GET', list).status).toBe(200);
    expect(fake.faults.list()[0]?.error).toMatch(/Symbol|undefined|cannot be converted/);
  });

  test('that resets the fake server has reset it', () => {
    const fake = createFakeServer();
    fake.faults.add({ operation: 'getMockService', status: 500 });
    const when = (): boolean => {
      fake.reset();
      return true;
    };
    fake.faults.add({ operation, status: 503, when }).add({ operation, status: 502 });
    create(fake);
    const initial = JSON.stringify(createFakeServer().snapshot().data);
    expect(send(fake, 'GET', list).status).toBe(200);
    expect(fake.faults.list()).toEqual([]);
    expect(JSON.stringify(fake.snapshot().data)).toBe(initial);
    expect(fake.journal.entries).toMatchObject([{ number: 1, status: 200 }]);
  });

  test('may add faults, which wait for the next request, remove faults, and send requests', () => {
    const fake = createFakeServer();
    const when = (): boolean => {
      fake.faults.add({ operation, status: 504, when }).remove(2);
      expect(send(fake, 'GET', '/configuration/workspaces').status).toBe(200);
      return false;
    };
    fake.faults.add({ operation, status: 503, when }).add({ operation, status: 502 });
    expect(send(fake, 'GET', list).status).toBe(200);
    expect(fake.faults.list().map(({ id }) => id)).toEqual([1, 3]);
  });

  test('changes its own copy of the request alone', () => {
    const fake = createFakeServer();
    const when = (request: WireRequest): boolean => {
      Object.assign(request, { path: 7, headers: undefined });
      return false;
    };
    fake.faults.add({ operation, status: 503, when });
    send(fake, 'GET', list);
    expect(fake.journal.entries).toMatchObject([{ path: list, headers: {} }]);
  });
});

describe('a failure', () => {
  test('leaves counts of faults and what varies as they were', () => {
    let time = 5000;
    const fake = createFakeServer({ clock: () => time, grease: true });
    const twin = createFakeServer({ clock: () => 5000, grease: true });
    fake.faults.add({ operation, headers: { 'x-fault': 'yes' }, times: 1 });
    twin.faults.add({ operation, headers: { 'x-fault': 'yes' }, times: 1 });
    time = Number.NaN;
    failureOf(fake, 'GET', list);
    expect(fake.faults.list()).toMatchObject([{ seen: 0, used: 0 }]);
    time = 5000;
    expect(send(fake, 'GET', list)).toMatchObject({ headers: { 'x-fault': 'yes' } });
    twin.faults.remove(1);
    send(twin, 'GET', list);
    expect(send(fake, 'GET', list).body).toBe(send(twin, 'GET', list).body);
  });

  test('has the latency of every response, and no body after HEAD', () => {
    const fake = createFakeServer({ latency: 7 });
    expect(fake.handle({ method: 'HEAD', path: 7 } as unknown as WireRequest)).toMatchObject({
      status: 500,
      fault: { delayMs: 7 },
    });
  });
});
