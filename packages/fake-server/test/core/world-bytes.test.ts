/** Tests the `maxWorldBytes` option. */
import { toHar } from '@mock-services/sdk/activity';
import {
  createFakeServer,
  type FakeServer,
  type FakeServerOptions,
  isFakeServerError,
} from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { activityPath, mockServicePath, mockServicesPath } from '../support/paths.ts';
import { activityEntry, idOf, input, mockService, workspace } from '../support/samples.ts';
import { everythingOf, send } from '../support/wire.ts';
import { MemoryStorage } from '../storage/memory-storage.ts';
import { errorWith, failureOf } from '../support/failure.ts';
import { runs } from '../../../../tools/lib/near.ts';

const seed = {
  mockServices: [mockService(1)],
  workspaces: [workspace(1), workspace(2)],
  activity: { [idOf(1)]: [activityEntry(1), activityEntry(2)] },
};

/** Returns the size of a world in bytes: two bytes for each character in the JSON of the data. */
function bytesOf(fake: FakeServer): number {
  const parts = Object.values({ ...fake.snapshot().data });
  const all = parts.flatMap((part) => Object.values<unknown>(part).flat());
  return all.reduce((sum: number, value) => sum + 2 * JSON.stringify(value).length, 0);
}

/** Creates a fake server whose limit is `bytes` more than the size of the seed. */
function withRoom(bytes: number, options: FakeServerOptions = {}): FakeServer {
  return createFakeServer({ seed, ...options, maxWorldBytes: bytesOf(createFakeServer({ seed })) + bytes });
}

/** Returns the number of bytes by which `act` increases the size of the world. */
function addedBy(act: (fake: FakeServer) => unknown): number {
  const fake = createFakeServer({ seed });
  const before = bytesOf(fake);
  act(fake);
  return bytesOf(fake) - before;
}

test('a fixture succeeds up to `maxWorldBytes` and throws a FakeServerError above the limit', () => {
  const write = (fake: FakeServer) => fake.mockServices.update(idOf(1), { title: 'A longer title ✓' });
  const growth = addedBy(write);
  expect(() => write(withRoom(growth))).not.toThrow();
  const full = withRoom(growth - 1);
  const before = full.snapshot();
  const bound = bytesOf(full) + growth - 1;
  expect(failureOf(() => write(full), 'invalid-fixture').message).toBe(
    `The argument of mockServices.update has 1 problem:\n- expected a world of at most ${bound} bytes (maxWorldBytes), received a world of ${bound + 1} bytes`,
  );
  expect(full.snapshot()).toEqual(before);
});

test('a request that would exceed `maxWorldBytes` gets a 507 and changes no data', () => {
  const write = (fake: FakeServer) => send(fake, 'POST', mockServicePath, input({ title: 'x'.repeat(100) }));
  const growth = addedBy(write);
  expect(write(withRoom(growth)).status).toBe(201);
  const fake = withRoom(growth - 1);
  const before = [everythingOf(fake), fake.snapshot()];
  const bound = bytesOf(fake) + growth - 1;
  const { status, body } = write(fake);
  expect([status, JSON.parse(body)]).toMatchObject([
    507,
    {
      title: 'Insufficient Storage',
      detail: `The world would have ${bound + 1} bytes, more than the ${bound} that the option maxWorldBytes allows. Delete some data, or reset the world.`,
    },
  ]);
  expect(fake.journal.find({ status: 507 })).toHaveLength(1);
  expect(() => fake.journal.assertClean()).not.toThrow();
  expect([everythingOf(fake), fake.snapshot()]).toEqual(before);
});

test('a seed or a snapshot that exceeds `maxWorldBytes` is rejected and changes no data', () => {
  const maxWorldBytes = bytesOf(createFakeServer({ seed }));
  const reject = () => createFakeServer({ seed, maxWorldBytes: maxWorldBytes - 1 });
  expect(failureOf(reject, 'invalid-seed').message).toContain(`received a world of ${maxWorldBytes} bytes`);
  const large = createFakeServer({ seed });
  const fitting = large.snapshot();
  large.workspaces.add();
  const fake = createFakeServer({ seed, maxWorldBytes });
  const before = fake.snapshot();
  expect(() => fake.restore(large.snapshot())).toThrow(errorWith('invalid-snapshot'));
  expect(fake.snapshot()).toEqual(before);
  expect(() => fake.restore(fitting)).not.toThrow();
});

test('a log stays below `maxWorldBytes` if `maxActivityEntries` removes old entries', () => {
  const fake = withRoom(5000, { maxActivityEntries: 2 });
  for (let i = 0; i < 100; i += 1) fake.activity.record(idOf(2));
  expect(fake.activity.list(idOf(2))).toHaveLength(2);
});

const har = toHar([activityEntry(7), activityEntry(8)]);

const acts: readonly ((fake: FakeServer, n: number, text: string) => unknown)[] = [
  (fake, n, text) => fake.mockServices.add({ id: idOf(n), title: text }),
  (fake, n, text) => send(fake, 'PUT', `${mockServicePath}/${idOf(n)}`, { data: input({ title: text }) }),
  (fake, n) => send(fake, 'DELETE', `${mockServicesPath}/${idOf(n).toUpperCase()}`),
  (fake, n, text) => fake.workspaces.add({ id: idOf(n), name: text, configuration: { title: text } }),
  (fake, n, text) => fake.workspaces.update(idOf(n), { name: text }),
  (fake, n) => fake.workspaces.delete(idOf(n)),
  (fake, n, text) => fake.activity.record(idOf(n).toUpperCase(), { request: { body: text } }),
  (fake, n) => fake.activity.fromHar(idOf(n), har),
  (fake, n) => fake.activity.delete(idOf(n), fake.activity.list(idOf(n))[0]?.id ?? ''),
  (fake, n) => send(fake, 'DELETE', activityPath(idOf(n))),
  (fake) => fake.reset(),
  (fake) => fake.restore(createFakeServer({ seed }).snapshot()),
];

/** Returns the error of a fixture that a fake server refuses. */
function refusal(act: () => unknown): Error | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (isFakeServerError(error, 'invalid-fixture')) return error;
    throw error;
  }
}

test('the `maxWorldBytes` error states the correct size after any changes', () => {
  const title = 'x'.repeat(100_000);
  const step = fc.tuple(fc.constantFrom(...acts), fc.integer({ min: 1, max: 3 }), fc.string());
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) => {
      const limited = createFakeServer({ seed, maxActivityEntries: 3, maxWorldBytes: 200_000 });
      for (const [act, n, text] of steps) {
        refusal(() => act(limited, n, text));
        const other = createFakeServer({ seed: limited.snapshot().data });
        other.mockServices.add({ id: idOf(0xff), title });
        const error = refusal(() => limited.mockServices.add({ id: idOf(0xff), title }));
        expect(error?.message).toContain(`received a world of ${bytesOf(other)} bytes`);
      }
    }),
    runs(20),
  );
});

describe('a stored world that is loaded with a smaller `maxWorldBytes`', () => {
  const { type, title, config } = mockService(1);
  const one = `${mockServicePath}/${idOf(1)}`;

  test.each<[number, method: string, path: string, body?: unknown]>([
    [200, 'PUT', one, { data: { type, title, config } }],
    [507, 'PUT', one, { data: { type, title: `${title}.`, config } }],
    [200, 'DELETE', activityPath(idOf(1))],
  ])('responds with %i to %s %s', (status, method, path, body) => {
    const storage = new MemoryStorage();
    const size = bytesOf(createFakeServer({ seed, storage }));
    const overfull = createFakeServer({ storage, maxWorldBytes: Math.floor(size / 2) });
    expect(send(overfull, method, path, body).status).toBe(status);
  });
});
