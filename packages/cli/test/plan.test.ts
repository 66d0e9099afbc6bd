/** What `plan.property.test.ts` does not say: which mock service an entry means, in which order, and what differs. */
import type { MockService } from '@mock-services/sdk';
import { expect, test } from 'vitest';
import { match, planOf } from '../src/plan.ts';
import { planText, summaryText, unusedIdsText } from '../src/plan-text.ts';
import type { Entry } from '../src/seed-file.ts';
import { config, idOf } from './support.ts';

const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };

function service(n: number, title: string, changes: object = {}): MockService {
  return { id: idOf(n), type: 'REST', title, config: config(), ...times, ...changes };
}

const plan = (entries: readonly Entry[], services: readonly MockService[], deletes = false) =>
  planOf(match(entries, services), services, { deletes });

test('an entry means the mock service with its id in any letter case, or its title', () => {
  const services = [service(1, 'Same'), service(2, 'Same'), service(3, 'Old'), service(4, 'Kept')];
  const entries = [
    { title: 'Same', id: idOf(2).toUpperCase() },
    { title: 'New title', id: idOf(3) },
    { title: 'Kept', id: idOf(9) },
    { title: 'Kept', id: idOf(4) },
  ];
  const found = match(entries, services).map((one) => one.service?.id);
  // Two entries never mean the same mock service.
  expect(found).toEqual([idOf(2), idOf(3), undefined, idOf(4)]);
  expect(match([{ title: 'Kept', id: idOf(9) }], services)[0]?.service?.id).toBe(idOf(4));
});

test.each([
  'orders',
  'ORDERS',
  ' Orders',
  'Orders ',
  'Orders\u200b',
  'Örders',
  'O\u0308rders',
  'Orders\n',
  '',
  'Order',
])('the title %j names another mock service than Orders', (title) => {
  const services = [service(1, 'Orders'), service(2, 'Órders')];
  expect(match([{ title }], services)).toEqual([{ entry: { title }, service: undefined }]);
  const both = [...services, service(3, title)];
  expect(match([{ title }, { title: 'Orders' }], both).map((one) => one.service?.id)).toEqual([
    idOf(3),
    idOf(1),
  ]);
  const { steps } = plan([{ title, id: idOf(1) }], services);
  expect(steps).toMatchObject([
    { action: 'update', title: 'Orders', changes: [{ path: 'title', from: 'Orders', to: title }] },
  ]);
});

test('creates come first, then updates, in the order of the file, and deletes last', () => {
  const services = [service(1, 'Old'), service(2, 'A'), service(3, 'B'), service(4, 'Same')];
  const type = 'SOAP';
  const entries = [
    { title: 'B', type },
    { title: 'C' },
    { title: 'A', type },
    { title: 'Same' },
    { title: 'D' },
  ];
  const { steps, ...counts } = plan(entries, services, true);
  expect(steps.map(({ action, title }) => `${action} ${title}`).join(', ')).toBe(
    'create C, create D, update B, update A, delete Old',
  );
  expect([counts, plan(entries, services).unlisted]).toEqual([{ unchanged: 1, unlisted: 0 }, 1]);
});

test('all titles that could mean several mock services or entries are reported at once', () => {
  const services = [service(1, 'A'), service(2, 'A'), service(3, 'Orders')];
  const entries = [{ title: 'Orders' }, { title: 'A' }, { title: 'Orders', id: idOf(7) }];
  expect(() => match(entries, services)).toThrow(
    `"Orders" is the title of 2 entries (mockServices[0], mockServices[2]), and the service does not have their ids. Give them different titles.\n"A" (mockServices[1]) is the title of 2 mock services:\n  ${idOf(1)}\n  ${idOf(2)}\nGive the entry the \`id\` of one of them.\nNothing was changed.`,
  );
});

test('a plan names each changed value, and a list of plain values as a whole', () => {
  const current = service(1, 'Orders');
  const upstreams = [
    { name: 'live', url: 'https://new.example' },
    { name: 'b', url: 'https://b.example' },
  ];
  const entry = {
    title: 'Orders',
    type: 'SOAP',
    config: {
      cors: { allowedMethods: ['PUT', 'GET'], allowedOrigins: [] },
      defaultResponseHeaders: { 'x-é': [1] },
      upstreams,
      tags: ['a'],
    },
  };
  const [step] = plan([entry], [current]).steps;
  const changes = step?.action === 'update' ? step.changes : [];
  expect(Object.fromEntries(changes.map(({ path, from, to }) => [path, [from, to]]))).toEqual({
    type: ['REST', 'SOAP'],
    'config.cors.allowedMethods': [['GET'], ['PUT', 'GET']],
    'config.cors.allowedOrigins': [['shop.example'], []],
    'config.defaultResponseHeaders["x-mock"]': [true, undefined],
    'config.defaultResponseHeaders["x-é"]': [undefined, [1]],
    'config.upstreams[0].url': ['https://catalog.example', 'https://new.example'],
    'config.upstreams[1]': [undefined, upstreams[1]],
    'config.tags': [undefined, ['a']],
  });
});

test('an update keeps fields that only the service has, of an upstream by its name', () => {
  const old = { name: 'live', url: 'https://old.example', health: 'ok' };
  const found = service(1, 'Orders', {
    owner: 'shop',
    config: { ...config(), upstreams: [old], tags: ['a'] },
  });
  const added = { name: 'new', url: 'https://new.example' };
  const entry = { title: 'Orders', config: { upstreams: [added, ...config().upstreams] } };
  expect(plan([entry], [found]).steps).toMatchObject([
    {
      input: {
        config: { ...config(), tags: ['a'], upstreams: [added, { ...old, ...config().upstreams[0] }] },
      },
    },
  ]);
});

test('upstreams of one name match by position; without a match, the first is used', () => {
  const upstreams = ['ok', 'bad'].map((health) => ({ ...config().upstreams[0], health }));
  const found = service(1, 'Orders', { config: { ...config(), upstreams } });
  const given = ['a', 'live', 'live'].map((name) => ({ name, url: 'https://new.example' }));
  const [step] = plan([{ title: 'Orders', config: { upstreams: given } }], [found]).steps;
  expect(step).toMatchObject({
    input: {
      config: { upstreams: [given[0], { ...given[1], health: 'bad' }, { ...given[2], health: 'ok' }] },
    },
  });
});

test('a mock service does not differ by order of keys, times, or omitted fields', () => {
  const { cors, defaultResponseHeaders, upstreams } = config();
  const found = service(1, 'Orders', {
    owner: 'shop',
    config: { ...config(), cors: { ...cors, maxAge: 5 }, retries: { count: 2, delay: 1 }, tags: [] },
  });
  const reordered = {
    upstreams,
    retries: { count: 2 },
    defaultResponseHeaders,
    cors: { allowedMethods: ['GET'] },
  };
  const entry = { title: 'Orders', config: reordered, createdAt: 'x', updatedAt: 'y' };
  expect(plan([entry], [found])).toEqual({ steps: [], unchanged: 1, unlisted: 0 });
});

test.each([
  ['', idOf(0xab), false],
  [idOf(0xab), idOf(0xab).toUpperCase(), false],
  [idOf(0xab).toUpperCase(), idOf(0xab), false],
  [idOf(0xab), idOf(1), true],
])('says whether the id "%s" has an effect', (id, chosen, expected) => {
  const entry = { title: 'A', ...(id !== '' && { id }) };
  const done = plan([entry], []).steps.map((step) => ({ ...step, id: chosen, altered: [] }));
  expect(unusedIdsText({ done, failed: [], notTried: [] }) !== undefined).toBe(expected);
});

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Every JSON value that differs from `value` in one place: a list without an item, a scalar with another value, … */
function* edits(value: unknown, path: string): Generator<readonly [path: string, edited: unknown]> {
  if (isList(value)) {
    yield [`${path} + 1`, [...value, value.at(-1)]];
    for (const [place, item] of value.entries()) {
      yield [`${path} - ${place}`, value.toSpliced(place, 1)];
      for (const [where, edited] of edits(item, `${path}[${place}]`))
        yield [where, value.with(place, edited)];
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      // A file may leave out a field, but a header that it leaves out is removed.
      if (path.endsWith('Headers')) yield [`${path} - ${name}`, { ...value, [name]: undefined }];
      for (const [where, edited] of edits(inner, `${path}.${name}`))
        yield [where, { ...value, [name]: edited }];
    }
    yield [`${path} + x`, { ...value, x: null }];
  } else yield [path, typeof value === 'number' ? value + 1 : `${String(value)} `];
}

test('each change in one place of a config is a difference, and an update contains it', () => {
  const upstreams = ['a', 'b', 'c'].map((name) => ({ name, url: `https://${name}.example`, weight: 1 }));
  const whole = {
    cors: { allowedOrigins: ['*', 'a'], allowedMethods: ['GET', 'PUT'], allowedHeaders: ['x-a', 'x-b'] },
    defaultResponseHeaders: { 'x-a': 'a', 'x-b': [1, { deep: 'b' }], 'x-c': { deep: ['c', 'd'] } },
    upstreams,
    later: { list: ['a', 'b'], items: [{ a: 1 }, { a: 2 }], object: { a: 1 } },
  };
  const all = [...edits(whole, 'config')];
  expect(all.length).toBeGreaterThan(50);
  for (const [path, edited] of all) {
    const config = JSON.parse(JSON.stringify(edited)) as typeof whole;
    const { steps, unchanged } = plan([{ title: 'A', config }], [service(1, 'A', { config: whole })]);
    expect({ path, steps, unchanged }).toMatchObject({ path, steps: [{ action: 'update' }], unchanged: 0 });
    expect({ path, config: steps[0] && 'input' in steps[0] && steps[0].input.config }).toEqual({
      path,
      config,
    });
  }
});

test('counts from 1,000 on have a comma', () => {
  const counts = { steps: [], unchanged: 1000, unlisted: 1000 };
  expect(planText(counts, (_, text) => text)).toBe(
    '= 1,000 unchanged\n  1,000 more mock services on the service (kept without --delete)',
  );
  expect(summaryText({ done: [], failed: [], notTried: [] }, counts)).toBe('1,000 unchanged.');
});

const sameJson: [string, string][] = [
  ['0', '-0'],
  ['[0, "a"]', '[-0, "a"]'],
  ['[[{ "a": 0, "b": [1] }]]', '[[{ "b": [1], "a": -0 }]]'],
  ['{ "a": { "b": 1, "c": 2 } }', '{ "a": { "c": 2, "b": 1 } }'],
  ['1', '1.0e0'],
  ['"é"', String.raw`"\u00e9"`],
];
const otherJson: [string, string][] = [
  ['1', '"1"'],
  ['1', 'true'],
  ['0', 'false'],
  ['0', 'null'],
  ['""', 'null'],
  ['[]', '{}'],
  ['[]', '[[]]'],
  ['[null]', '[]'],
  ['{ "a": null }', '[{ "a": null }]'],
  ['[1, 2]', '[2, 1]'],
  ['["a"]', '["a", "a"]'],
  ['[[{ "a": 1 }]]', '[[{ "a": 1, "b": 2 }]]'],
  ['[{ "a": 1 }, { "b": 1 }]', '[{ "b": 1 }, { "a": 1 }]'],
  ['[{ "a": 1 }]', '[{ "a": 1 }, { "b": 1 }]'],
  ['[{ "a": 1 }]', '[{ "a": 1 }, {}]'],
  ['[{ "a": 1 }]', '[{ "a": 1 }, { "a": 1 }]'],
  ['"é"', String.raw`"e\u0301"`],
  ['9007199254740991', '9007199254740993'],
];

test.each([
  ...sameJson.map(([one, other]) => ({ one, other, verb: 'equals' })),
  ...otherJson.map(([one, other]) => ({ one, other, verb: 'differs from' })),
])('stored JSON $verb the JSON of the file, pair %$', ({ one, other, verb }) => {
  for (const [stored, wanted] of [
    [one, other],
    [other, one],
  ] as const)
    for (const place of ['field', 'defaultResponseHeaders']) {
      const configOf = (text: string) => {
        const value = JSON.parse(text) as unknown;
        return place === 'field'
          ? { ...config(), field: value }
          : { ...config(), defaultResponseHeaders: { x: value } };
      };
      const { unchanged } = plan(
        [{ title: 'A', config: configOf(wanted) }],
        [service(1, 'A', { config: configOf(stored) })],
      );
      expect({ one, other, place, unchanged }).toEqual({
        one,
        other,
        place,
        unchanged: Number(verb === 'equals'),
      });
    }
});
