/** Tests the examples of resources, which need no server, and the sample data of `demoSeed`. */
import {
  check,
  mockService,
  mockServiceInput,
  mockServiceSummary,
  strictActivityEntry,
  strictWorkspace,
  type ActivityEntry,
} from '@mock-services/sdk/contract';
import {
  createExamples,
  createFakeServer,
  demoSeed,
  type Examples,
  type ExchangeDraft,
  type MockServiceDraft,
} from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readable } from '../../../../tools/lib/near.ts';
import { failureOf } from '../support/failure.ts';

const text = fc.string({ unit: 'grapheme' });
const id = fc.uuid().map((each) => (each.charCodeAt(0) % 2 === 0 ? each.toUpperCase() : each));
const timestamp = fc.constantFrom(
  '2026-03-01T10:00:00Z',
  '2024-02-29T23:59:59.123456Z',
  '2025-06-01T12:00:00.000Z',
);
const partly = <Fields>(fields: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> }) =>
  fc.record(fields, { requiredKeys: [] });

const serviceDraft: fc.Arbitrary<MockServiceDraft> = partly({
  id,
  title: text,
  type: fc.constantFrom('REST', 'GRAPHQL'),
  createdAt: timestamp,
  updatedAt: timestamp,
  config: partly({
    cors: partly({ allowedOrigins: fc.array(text), allowedHeaders: fc.array(text) }),
    upstreams: fc.array(fc.record({ name: text, url: fc.webUrl() })),
    defaultResponseHeaders: readable(fc.dictionary(text, fc.boolean())),
  }),
});
const workspaceDraft = partly({ id, name: text, createdAt: timestamp });
const json = readable(fc.jsonValue());
const message = {
  headers: readable(fc.dictionary(text, text)),
  body: fc.oneof(text, json, fc.uint8Array()),
};
const exchangeDraft: fc.Arbitrary<ExchangeDraft> = partly({
  id,
  timestamp,
  request: partly({ ...message, url: fc.webUrl(), method: fc.constantFrom('GET', 'PATCH') }),
  response: partly({ ...message, statusCode: fc.integer({ min: 100, max: 599 }), responseTimeMs: fc.nat() }),
  metadata: partly({ scenarioId: id, note: json }),
});

/** Returns a value and all objects within it. */
const objectsIn = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(objectsIn)] : [];

/** Creates one example of each kind. */
const oneOfEach = (example: Examples) => [
  example.mockService(),
  example.mockServiceSummary(),
  example.mockServiceInput(),
  example.workspace(),
  example.activityEntry(),
  ...example.activity(3),
];

describe('examples', () => {
  test('each example conforms to the interface', () => {
    const example = createExamples();
    expect(check(mockService, example.mockService())).toEqual([]);
    expect(check(mockServiceSummary, example.mockServiceSummary())).toEqual([]);
    expect(check(mockServiceInput, example.mockServiceInput())).toEqual([]);
    expect(check(strictWorkspace, example.workspace())).toEqual([]);
    const entries = [example.activityEntry(), ...example.activity(40)];
    expect(entries.flatMap((entry) => check(strictActivityEntry, entry))).toEqual([]);
    expect(entries).toHaveLength(41);
  });

  test('an example is what the fixtures make of the same draft, except for generated ids', () => {
    const generated = { id: '?', metadata: { scenarioId: '?' } };
    fc.assert(
      fc.property(serviceDraft, workspaceDraft, exchangeDraft, (draft, own, exchange) => {
        const [example, fake] = [createExamples(), createFakeServer()];
        expect({ ...example.mockService(draft), ...generated }).toEqual({
          ...fake.mockServices.add(draft),
          ...generated,
        });
        const workspace = fake.workspaces.add(own);
        expect({ ...example.workspace(own), ...generated }).toEqual({ ...workspace, ...generated });
        const withIds = { ...exchange, metadata: { ...exchange.metadata, scenarioId: workspace.id } };
        const entry = fake.activity.record(workspace.id, withIds);
        expect({ ...example.activityEntry(withIds), id: '' }).toEqual({ ...entry, id: '' });
      }),
    );
  });

  test('a summary has no configuration, and an input has no fields that the service sets', () => {
    const example = createExamples();
    const service = example.mockService({ title: 'Bücher 📚' });
    const { config, ...summary } = service;
    expect(example.mockServiceSummary(service)).toEqual(summary);
    expect(example.mockServiceInput(service)).toEqual({ type: 'REST', title: 'Bücher 📚', config });
  });

  test('equal seeds give equal examples, and other seeds other identifiers', () => {
    const all = (seed?: number) => oneOfEach(createExamples(seed === undefined ? {} : { randomSeed: seed }));
    expect(all(7)).toEqual(all(7));
    expect(all()).toEqual(all(1));
    expect(all(8)[0]).not.toEqual(all(7)[0]);
  });

  test('generated ids are unique, and differ from ids in drafts and from those of a fake server', () => {
    const plain = createExamples();
    const ids = [plain.mockService().id, plain.workspace().id, plain.activityEntry().id];
    const example = createExamples();
    const given = example.mockService({ id: ids[1]?.toUpperCase() ?? '' });
    const all = [given, ...Array.from({ length: 3 }, () => example.workspace()), ...example.activity(5000)];
    expect(new Set(all.map((each) => each.id.toLowerCase())).size).toBe(5004);
    const fake = createFakeServer();
    const added = new Set(Array.from({ length: 100 }, () => fake.mockServices.add().id));
    expect(all.filter((each) => added.has(each.id))).toEqual([]);
  });

  test('times begin at `now` and advance by 1 ms', () => {
    const example = createExamples({ now: '2030-06-01' });
    expect(example.mockService().createdAt).toBe('2030-06-01T00:00:00.000Z');
    expect(example.workspace()).toMatchObject({
      createdAt: '2030-06-01T00:00:00.001Z',
      expiresAt: '2030-06-08T00:00:00.001Z',
    });
    expect(createExamples().activityEntry().timestamp).toBe('2026-01-01T00:00:00.000Z');
    expect(() => createExamples({ now: 'yesterday' })).toThrow(RangeError);
  });

  test('misspelled fields and options warn once, and invalid drafts name their fields', () => {
    const warnings: string[] = [];
    const onWarning = (text: string) => void warnings.push(text);
    const example = createExamples({ onWarning, randomSeeds: 3 } as object);
    for (const titel of ['a', 'b']) example.mockServiceInput({ titel } as object);
    expect(warnings).toEqual([
      'createExamples: unknown option `randomSeeds`. Did you mean randomSeed?',
      'Unknown field `titel`. Did you mean `title`?',
    ]);
    const wrong: [() => unknown, string][] = [
      [() => example.mockService({ title: 7 } as object), 'title'],
      [() => example.workspace({ expiresAt: 'soon' }), 'expiresAt'],
      [() => example.activityEntry({ request: { url: '/relative' } }), 'request.url'],
      [() => example.activity(-1), 'count'],
      [() => example.activity(1, { since: '2026-01-02', until: '2026-01-01' }), 'since'],
    ];
    for (const [act, path] of wrong)
      expect(failureOf(act)).toMatchObject({ code: 'invalid-fixture', issues: [{ path }] });
    expect(failureOf(() => createExamples({ randomSeed: 1.5 }))).toMatchObject({ code: 'invalid-option' });
  });
});

describe('an activity log of examples', () => {
  const range = { since: '2026-03-01T00:00:00.000Z', until: '2026-03-08T00:00:00.000Z' };
  const log = createExamples().activity(10_000, range);
  const share = (has: (entry: ActivityEntry) => boolean) => log.filter(has).length / log.length;

  test('is in order of time, within its range, and busier in the afternoon than at night', () => {
    const times = log.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted());
    expect(times.filter((time) => time < range.since || time >= range.until)).toEqual([]);
    const inHours = (from: number, to: number) =>
      times.filter((time) => Number(time.slice(11, 13)) >= from && Number(time.slice(11, 13)) < to).length;
    expect(inHours(13, 17)).toBeGreaterThan(4 * inHours(1, 5));
  });

  test('covers the day before `now` unless the range says otherwise', () => {
    const entries = createExamples({ now: range.until }).activity(500);
    expect(new Set(entries.map(({ timestamp }) => timestamp.slice(0, 10)))).toEqual(new Set(['2026-03-07']));
    expect(createExamples().activity(0)).toEqual([]);
  });

  test('has 2% errors, a few slow routes, many paths, and bodies of several types', () => {
    expect(share(({ response }) => response.statusCode >= 400)).toBeCloseTo(0.02, 2);
    expect(share(({ response }) => response.responseTimeMs > 1000)).toBeGreaterThan(0.01);
    expect(share(({ response }) => response.responseTimeMs > 1000)).toBeLessThan(0.1);
    expect(new Set(log.map(({ request }) => request.path)).size).toBeGreaterThan(500);
    expect(contentTypes(log)).toEqual(everyContentType);
    const texts = log.map((entry) => Buffer.from(entry.response.bodyBase64Encoded, 'base64').toString());
    for (const part of ['ü', '🥾']) expect(texts.some((each) => each.includes(part))).toBe(true);
  });
});

const everyContentType = [
  'application/json',
  'application/x-www-form-urlencoded',
  'image/png',
  'none',
  'text/html; charset=utf-8',
  'text/plain; charset=utf-8',
];

function contentTypes(entries: readonly ActivityEntry[]): string[] {
  const messages = entries.flatMap(({ request, response }) => [request, response]);
  return [...new Set(messages.map(({ headers }) => headers['content-type'] ?? 'none'))].toSorted();
}

describe('the demo seed', () => {
  const now = '2026-01-01T00:00:00.000Z';
  const world = demoSeed();
  const { mockServices, workspaces, activity, configurations } = world;
  const entries = Object.values(activity).flat();

  test('has 5 mock services, 4 workspaces and 40 exchanges, which conform to the contract', () => {
    const services = [...mockServices, ...Object.values(configurations)];
    expect(services.flatMap((each) => check(mockService, each))).toEqual([]);
    expect(workspaces.flatMap((each) => check(strictWorkspace, each))).toEqual([]);
    expect(entries.flatMap((each) => check(strictActivityEntry, each))).toEqual([]);
    expect([mockServices.length, workspaces.length, entries.length]).toEqual([5, 4, 40]);
    expect(new Set([...mockServices, ...workspaces, ...entries].map(({ id }) => id)).size).toBe(49);
  });

  test('is a new deep copy at each call, whose times are relative to the option `now`', () => {
    const known = new Set(objectsIn(world));
    expect(demoSeed({ now })).toEqual(world); // the default of `now`
    expect(objectsIn(demoSeed()).filter((object) => known.has(object))).toEqual([]);
    const later = demoSeed({ now: new Date('2030-06-01T00:00:00Z') });
    expect(later.workspaces.map(({ id }) => id)).toEqual(workspaces.map(({ id }) => id));
    expect(later.workspaces.filter(({ expiresAt }) => expiresAt <= '2030-06-01')).toHaveLength(1);
    expect(() => demoSeed({ now: 'yesterday' })).toThrow(RangeError);
    expect(() => demoSeed({ now: '9999-12-31' })).toThrow('The option `now` must not be 9999-12-31');
  });
});
