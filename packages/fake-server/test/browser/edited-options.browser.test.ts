/** Tests that a persistent world starts anew after somebody edited its options, and only then. */
import type { FakeServer, FaultOptions } from '@mock-services/fake-server/core';
import { startFake, type StartFakeOptions } from '@mock-services/fake-server/browser';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const original = location.href;

beforeEach(() => sessionStorage.clear());
afterEach(() => history.replaceState(null, '', original));

/** Starts the fake server in a page with this query, calls `act`, and leaves the page. */
async function visit(search: string, options: StartFakeOptions, act: (fake: FakeServer) => void = () => {}) {
  history.replaceState(null, '', new URL(search, original));
  const onWarning = vi.fn<(message: string) => void>();
  const { fake, stop } = await startFake({ persist: true, onWarning, ...options });
  const { data, clock, ids } = fake.snapshot();
  const found = { data, clock, ids, faults: fake.faults.list() };
  act(fake);
  await stop();
  return { found, warnings: onWarning.mock.calls.flat() };
}

const addOwn = ({ mockServices }: FakeServer) => mockServices.add({ title: 'Größe 📦' });
const add = (title: string) => (fake: FakeServer) => fake.mockServices.add({ title });
const fail = (fault: FaultOptions) => (fake: FakeServer) => fake.faults.add(fault);
const down = { operation: 'listMockServices', status: 503 } as const;
const orders = { mockServices: [{ title: 'Orders' }] };
const start = '2031-01-01T00:00:00.000Z';

const edits: readonly [string, string, StartFakeOptions, StartFakeOptions][] = [
  [
    'a fault that has a function',
    '?fake=x',
    { scenarios: { x: fail({ ...down, match: () => true }) } },
    { scenarios: { x: fail({ ...down, match: () => false }) } },
  ],
  [
    'the data of a scenario',
    '?fake=x',
    { scenarios: { x: add('a') } },
    { scenarios: { x: { apply: add('b') } } },
  ],
  ['the seed', '', { seed: orders }, { seed: { mockServices: [{ title: 'orders' }] } }],
  ['a clock', '', { clock: start }, { clock: '2032-01-01T00:00:00.000Z' }],
  ['`randomSeed`', '', { seed: orders }, { seed: orders, randomSeed: 2 }],
];

test.each(edits)('starts anew with one warning after an edit of %s', async (_, search, before, after) => {
  const fresh = await visit(search, { ...after, persist: 'other' });
  await visit(search, before, addOwn);
  const edited = await visit(search, after, addOwn);
  expect(edited).toEqual({ ...fresh, warnings: [expect.stringContaining('have changed')] });
  const reloaded = await visit(search, after);
  expect(reloaded.found.data.mockServices.at(-1)?.title).toBe('Größe 📦');
  expect(reloaded.warnings).toEqual([]);
});

test('an edited scenario that the page chose is applied without a link, too', async () => {
  const scenarios = { x: fail(down) };
  await visit('', { scenarios }, (fake) => fake.scenario('x'));
  const { found, warnings } = await visit('', { scenarios: { x: fail({ ...down, status: 418 }) } });
  expect(found.faults).toMatchObject([{ status: 418 }]);
  expect(warnings).toEqual([expect.stringContaining('or the scenario "x"')]);
});

let now = Date.parse(start);
const passingTime = () => (now += 60_000);
const expiring = ({ mockServices, clock }: FakeServer) =>
  mockServices.add({ title: new Date(clock.now() + 60_000).toISOString() });

const harmless: readonly [string, StartFakeOptions, StartFakeOptions][] = [
  [
    'another scenario',
    { scenarios: { x: add('a'), y: add('a') } },
    { scenarios: { x: add('a'), y: add('b') } },
  ],
  ['`latency`', { scenarios: { x: add('a') } }, { scenarios: { x: add('a') }, latency: 1 }],
  [
    'nothing while a clock runs',
    { scenarios: { x: expiring }, seed: orders, clock: passingTime },
    { scenarios: { x: expiring }, seed: orders, clock: passingTime },
  ],
];

test.each(harmless)('keeps the stored data after an edit of %s', async (_, before, after) => {
  await visit('?fake=x', before, addOwn);
  const { found, warnings } = await visit('?fake=x', after);
  expect(found.data.mockServices.at(-1)?.title).toBe('Größe 📦');
  expect(warnings).toEqual([]);
});

test('keeps the stored data with a warning while the edited scenario fails', async () => {
  await visit('?fake=x', { scenarios: { x: add('a') } }, addOwn);
  const broken = () => {
    throw new Error('no such luck');
  };
  const { found, warnings } = await visit('?fake=x', { scenarios: { x: broken } });
  expect(found.data.mockServices.map(({ title }) => title)).toEqual(['a', 'Größe 📦']);
  expect(warnings).toEqual([expect.stringContaining('The scenario "x" failed: Error: no such luck')]);
  const restored = await visit('?fake=x', { scenarios: { x: add('a') } });
  expect(restored.found.data.mockServices.map(({ title }) => title)).toEqual(['a', 'Größe 📦']);
  expect(restored.warnings).toEqual([]);
});
