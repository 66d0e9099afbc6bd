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
  const { mockServices, workspaces, activity, configurations } = fake.snapshot().data;
  const logs = Object.values(activity).flat();
  const all = [mockServices, workspaces, Object.values(configurations), logs].flat();
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

const har = toHar([activityEntry(7), activityEntry(8)]);

const writes: Record<string, (fake: FakeServer) => unknown> = {
  'mockServices.add': (fake) => fake.mockServices.add(),
  'mockServices.update': (fake) => fake.mockServices.update(idOf(1), { title: 'A longer title ✓' }),
  'workspaces.add': (fake) => fake.workspaces.add(),
  'workspaces.update': (fake) =>
    fake.workspaces.update(idOf(1), {
      name: 'A longer name than before',
      configuration: { title: 'Longer too' },
    }),
  'activity.record': (fake) => fake.activity.record(idOf(2)),
  'activity.fromHar': (fake) => fake.activity.fromHar(idOf(1), har),
};

test.each(Object.entries(writes))(
  '`%s` succeeds up to `maxWorldBytes` and throws a FakeServerError above the limit',
  (call, write) => {
    const growth = addedBy(write);
    expect(() => write(withRoom(growth))).not.toThrow();
    const full = withRoom(growth - 1);
    const { data, clock, ids } = full.snapshot();
    expect(() => write(full)).toThrow(errorWith('invalid-fixture'));
    const bound = bytesOf(full) + growth - 1;
    expect(() => write(full)).toThrow(
      `The argument of ${call} has 1 problem:\n- expected a world of at most ${bound} bytes (maxWorldBytes), received a world of ${bound + 1} bytes`,
    );
    expect(full.snapshot()).toMatchObject({ data, clock, ids });
  },
);

test.each<[string, (fake: FakeServer) => { readonly status: number; readonly body: string }]>([
  ['POST', (fake) => send(fake, 'POST', mockServicePath, input({ title: 'x'.repeat(100) }))],
  [
    'PUT',
    (fake) => send(fake, 'PUT', `${mockServicePath}/${idOf(1)}`, { data: input({ title: 'x'.repeat(100) }) }),
  ],
])('a %s request that would exceed `maxWorldBytes` gets a 507 and changes no data', (_, write) => {
  const growth = addedBy(write);
  expect(write(withRoom(growth)).status).toBeLessThan(300);
  const fake = withRoom(growth - 1);
  const before = everythingOf(fake);
  const { clock, ids, random } = fake.snapshot();
  const bound = bytesOf(fake) + growth - 1;
  const response = write(fake);
  expect(response).toMatchObject({
    status: 507,
    headers: { 'content-type': 'application/problem+json' },
  });
  expect(JSON.parse(response.body)).toEqual({
    type: 'about:blank',
    title: 'Insufficient Storage',
    status: 507,
    detail: `The world would have ${bound + 1} bytes, more than the ${bound} that the option maxWorldBytes allows. Delete some data, or reset the world.`,
  });
  expect(everythingOf(fake)).toEqual(before);
  expect(fake.snapshot()).toMatchObject({ clock, ids, random });
  expect(fake.journal.find({ status: 507 })).toHaveLength(1);
  expect(() => fake.journal.assertClean()).not.toThrow();
});

test('behavior options for errors apply to the status and body of a 507', () => {
  const fake = withRoom(0, { errorStatuses: { 507: 413 }, errorBody: 'text' });
  expect(send(fake, 'POST', mockServicePath, input())).toMatchObject({
    status: 413,
    body: expect.stringMatching(/^The world would have/) as string,
  });
});

test('a seed that exceeds `maxWorldBytes` is rejected', () => {
  const maxWorldBytes = bytesOf(createFakeServer({ seed }));
  expect(() => createFakeServer({ seed, maxWorldBytes })).not.toThrow();
  const reject = () => createFakeServer({ seed, maxWorldBytes: maxWorldBytes - 1 });
  expect(reject).toThrow(errorWith('invalid-seed'));
  expect(reject).toThrow(`received a world of ${maxWorldBytes} bytes`);
});

test('a snapshot that exceeds `maxWorldBytes` is rejected and changes no data', () => {
  const large = createFakeServer({ seed });
  large.workspaces.add();
  const fake = withRoom(0);
  const before = fake.snapshot();
  expect(() => fake.restore(large.snapshot())).toThrow(errorWith('invalid-snapshot'));
  expect(() => fake.restore(large.snapshot())).toThrow(/^- data: expected a world of at most \d+ bytes/m);
  expect(fake.snapshot()).toEqual(before);
  expect(() => fake.restore(createFakeServer({ seed }).snapshot())).not.toThrow();
});

test.each<[string, (fake: FakeServer) => unknown]>([
  ['deleting a mock service', (fake) => send(fake, 'DELETE', `${mockServicesPath}/${idOf(1)}`)],
  ['removing a workspace with its log', (fake) => fake.workspaces.delete(idOf(1))],
  ['a reset', (fake) => fake.reset()],
])('%s frees space for a new mock service in a full world', (_, act) => {
  const fake = withRoom(2000);
  for (let status = 201; status === 201; { status } = send(fake, 'POST', mockServicePath, input()));
  act(fake);
  expect(send(fake, 'POST', mockServicePath, input()).status).toBe(201);
});

test('a log stays below `maxWorldBytes` if `maxActivityEntries` removes old entries', () => {
  const fake = withRoom(5000, { maxActivityEntries: 2 });
  for (let i = 0; i < 100; i += 1) fake.activity.record(idOf(2));
  expect(fake.activity.list(idOf(2))).toHaveLength(2);
});

const acts: readonly ((fake: FakeServer, n: number, text: string) => unknown)[] = [
  (fake, n, text) => fake.mockServices.add({ id: idOf(n), title: text }),
  (fake, n, text) => fake.mockServices.update(idOf(n), { title: text }),
  (fake, _, text) => send(fake, 'POST', mockServicePath, input({ title: text })),
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
  (fake) => fake.restore(fake.snapshot()),
  (fake) => fake.restore(createFakeServer({ seed }).snapshot()),
  (fake) => fake.restore(createFakeServer().snapshot()),
];

/** Calls `act`, and ignores a `FixtureError`. */
function attempt(act: () => unknown): void {
  try {
    act();
  } catch (error) {
    if (!isFakeServerError(error, 'invalid-fixture')) throw error;
  }
}

/** Returns the size in the error message of a fake server that rejects a mock service with a long title. */
function countedWith(fake: FakeServer, title: string): number {
  try {
    fake.mockServices.add({ id: idOf(0xff), title });
  } catch (error) {
    if (isFakeServerError(error, 'invalid-fixture'))
      return Number(/received a world of (\d+) bytes/.exec(error.message)?.[1]);
  }
  return Number.NaN;
}

test('the `maxWorldBytes` error states the correct size after any changes', () => {
  const title = 'x'.repeat(100_000);
  const step = fc.tuple(fc.constantFrom(...acts), fc.integer({ min: 1, max: 3 }), fc.string());
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) => {
      const options = { seed, maxActivityEntries: 3 };
      const limited = createFakeServer({ ...options, maxWorldBytes: 200_000 });
      for (const [act, n, text] of steps) {
        attempt(() => act(limited, n, text));
        const other = createFakeServer({ seed: limited.snapshot().data });
        other.mockServices.add({ id: idOf(0xff), title });
        expect(countedWith(limited, title)).toBe(bytesOf(other));
      }
    }),
    runs(20),
  );
});

describe('a stored world that is loaded with a smaller `maxWorldBytes`', () => {
  function overfull(): FakeServer {
    const storage = new MemoryStorage();
    createFakeServer({ seed, storage });
    return createFakeServer({ storage, maxWorldBytes: Math.floor(bytesOf(createFakeServer({ seed })) / 2) });
  }
  const { type, title, config } = mockService(1);
  const one = `${mockServicePath}/${idOf(1)}`;

  test.each<[number, method: string, path: string, body?: unknown]>([
    [200, 'GET', mockServicesPath],
    [200, 'PUT', one, { data: { type, title, config } }],
    [507, 'PUT', one, { data: { type, title: `${title}.`, config } }],
    [507, 'POST', mockServicePath, input()],
    [200, 'DELETE', activityPath(idOf(1))],
    [200, 'DELETE', `${mockServicesPath}/${idOf(1)}`],
  ])('responds with %i to %s %s', (status, method, path, body) => {
    expect(send(overfull(), method, path, body).status).toBe(status);
  });
});

test('a seed above `maxWorldBytes` is rejected, even if the stored world is larger', () => {
  const storage = new MemoryStorage();
  const ofLength = (length: number) => ({ mockServices: [mockService(1, { title: 'x'.repeat(length) })] });
  createFakeServer({ seed: ofLength(5000), storage });
  const fake = createFakeServer({ storage, maxWorldBytes: 4000 });
  expect(failureOf(() => fake.seed(ofLength(3000)), 'invalid-seed').message).toContain('maxWorldBytes');
  fake.mockServices.update(idOf(1), { title: 'x'.repeat(4500) });
  fake.seed(ofLength(300));
  expect(fake.mockServices.list()).toHaveLength(1);
});
