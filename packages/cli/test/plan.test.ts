import type { MockService } from '@mock-services/sdk';
import { describe, expect, test } from 'vitest';
import { match, planOf } from '../src/plan.ts';
import type { Entry } from '../src/seed-file.ts';
import { config, idOf } from './support.ts';

const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };

function service(n: number, title: string, changes: Partial<MockService> = {}): MockService {
  return { id: idOf(n), type: 'REST', title, config: config(), ...times, ...changes };
}

/** Plans, and returns the steps in the form `create "Orders"`. */
function stepsFor(entries: readonly Entry[], services: readonly MockService[], deletes = false) {
  const { steps, unchanged, unlisted } = planOf(match(entries, services), services, { deletes });
  return [...steps.map(({ action, title }) => `${action} ${title}`), { unchanged, unlisted }];
}

function changesFor(entry: Entry, current: MockService) {
  const [step] = planOf(match([entry], [current]), [current], { deletes: false }).steps;
  return step?.action === 'update'
    ? Object.fromEntries(step.changes.map(({ path, from, to }) => [path, [from, to]]))
    : step;
}

function errorFor(entries: readonly Entry[], services: readonly MockService[]): string {
  try {
    match(entries, services);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

const orders = { title: 'Orders', config: config() };
const same = { unchanged: 1, unlisted: 0 };

describe('the plan', () => {
  test.each<[string, readonly Entry[], readonly MockService[], unknown[]]>([
    ['is empty if the file and the service have no mock services', [], [], [{ unchanged: 0, unlisted: 0 }]],
    [
      'creates a mock service for an entry that has none',
      [orders],
      [],
      ['create Orders', { unchanged: 0, unlisted: 0 }],
    ],
    [
      'matches an entry to a mock service by its id',
      [{ id: idOf(1), ...orders }],
      [service(1, 'Orders')],
      [same],
    ],
    [
      'ignores letter case when it compares ids',
      [{ id: idOf(1).toUpperCase(), ...orders }],
      [service(1, 'Old', { id: `${idOf(1).slice(0, 4)}EF${idOf(1).slice(6)}` })],
      ['update Old', { unchanged: 0, unlisted: 0 }],
    ],
    [
      'renames a mock service that has the id of an entry but another title',
      [{ id: idOf(1), ...orders }],
      [service(1, 'Old')],
      ['update Old', { unchanged: 0, unlisted: 0 }],
    ],
    ['matches an entry without an id by its title', [orders], [service(1, 'Orders')], [same]],
    [
      'matches an entry by its title if no mock service has its id',
      [{ id: idOf(9), ...orders }],
      [service(1, 'Orders')],
      [same],
    ],
    [
      'matches by id before it matches by title',
      [{ id: idOf(2), ...orders }],
      [service(1, 'Orders'), service(2, 'Orders')],
      [{ unchanged: 1, unlisted: 1 }],
    ],
    [
      'does not match two entries to the same mock service',
      [{ id: idOf(1), ...orders }, orders],
      [service(1, 'Orders')],
      ['create Orders', { unchanged: 1, unlisted: 0 }],
    ],
    [
      'distinguishes two mock services with the same title by their ids',
      [
        { id: idOf(1), ...orders },
        { id: idOf(2), ...orders },
      ],
      [service(2, 'Orders'), service(1, 'Orders')],
      [{ unchanged: 2, unlisted: 0 }],
    ],
    [
      'keeps mock services that the file does not list',
      [orders],
      [service(1, 'Orders'), service(2, 'Old')],
      [{ unchanged: 1, unlisted: 1 }],
    ],
    [
      'lists creates before updates, both in the order of the file',
      [{ title: 'B', type: 'SOAP' }, { title: 'C' }, { title: 'A', type: 'SOAP' }, { title: 'D' }],
      [service(1, 'A'), service(2, 'B')],
      ['create C', 'create D', 'update B', 'update A', { unchanged: 0, unlisted: 0 }],
    ],
  ])('%s', (_name, entries, services, expected) => {
    expect(stepsFor(entries, services)).toEqual(expected);
  });

  test('deletes mock services that the file does not list, as the last steps', () => {
    const services = [service(2, 'Old'), service(1, 'Orders')];
    expect(stepsFor([{ title: 'New' }, orders], services, true)).toEqual([
      'create New',
      'delete Old',
      { unchanged: 1, unlisted: 0 },
    ]);
  });

  test('planning fails and lists the ids if several mock services have the title', () => {
    const message = errorFor([{ title: 'A' }, orders], [service(1, 'Orders'), service(2, 'Orders')]);
    expect(message).toContain(
      `"Orders" (mockServices[1]) is the title of 2 mock services:\n  ${idOf(1)}\n  ${idOf(2)}\n`,
    );
    expect(message).toContain('Nothing was changed.');
  });

  test('planning fails if entries share a title and the service has none of their ids', () => {
    expect(errorFor([orders, { title: 'A' }, { id: idOf(7), ...orders }], [service(1, 'Orders')])).toContain(
      '"Orders" is the title of 2 entries (mockServices[0], mockServices[2])',
    );
  });

  test('the error names all ambiguous titles at once', () => {
    const message = errorFor([orders, orders, { title: 'A' }], [service(1, 'A'), service(2, 'A')]);
    expect(message).toMatch(/"Orders" is the title of 2 entries[^]*"A" \(mockServices\[2\]\)/);
  });
});

describe('comparing entries', () => {
  const { cors, defaultResponseHeaders, upstreams } = config();
  const current = service(1, 'Orders');

  test.each<[string, Entry, MockService]>([
    ['the order of keys', { title: 'Orders', config: { upstreams, defaultResponseHeaders, cors } }, current],
    ['fields that only the service has', { title: 'Orders' }, current],
    [
      'fields at every depth that only the service has',
      { title: 'Orders', config: { cors: { allowedMethods: ['GET'] }, upstreams, retries: { count: 2 } } },
      service(1, 'Orders', {
        owner: 'shop',
        config: {
          ...config(),
          cors: { ...cors, maxAge: 5 },
          upstreams: [{ ...upstreams[0], health: 'ok' }],
          retries: { count: 2, delay: 1 },
          tags: [],
        },
      } as object),
    ],
    ['ids and times', { id: idOf(5), title: 'Orders', createdAt: 'x', updatedAt: 'y' } as Entry, current],
  ])('comparing an entry with a mock service ignores %s', (_name, entry, found) => {
    expect(changesFor(entry, found)).toBeUndefined();
  });

  test.each<[string, Entry, object]>([
    ['a changed type', { title: 'Orders', type: 'SOAP' }, { type: ['REST', 'SOAP'] }],
    [
      'a changed URL',
      { title: 'Orders', config: config('https://new.example') },
      { 'config.upstreams[0].url': ['https://catalog.example', 'https://new.example'] },
    ],
    [
      'a changed list of strings, as a whole',
      { title: 'Orders', config: { cors: { allowedMethods: ['PUT', 'GET'] } } },
      { 'config.cors.allowedMethods': [['GET'], ['PUT', 'GET']] },
    ],
    [
      'a list that becomes empty',
      { title: 'Orders', config: { cors: { allowedOrigins: [] } } },
      { 'config.cors.allowedOrigins': [['shop.example'], []] },
    ],
    [
      'a new and a removed header',
      { title: 'Orders', config: { defaultResponseHeaders: { 'x-é': [1] } } },
      {
        'config.defaultResponseHeaders["x-mock"]': [true, undefined],
        'config.defaultResponseHeaders["x-é"]': [undefined, [1]],
      },
    ],
    [
      'an upstream that is added',
      { title: 'Orders', config: { upstreams: [...upstreams, { name: 'b', url: 'https://b.example' }] } },
      { 'config.upstreams[1]': [undefined, { name: 'b', url: 'https://b.example' }] },
    ],
    [
      'an upstream that is removed',
      { title: 'Orders', config: { upstreams: [] } },
      { 'config.upstreams[0]': [upstreams[0], undefined] },
    ],
    [
      'a new field that the interface does not define',
      { title: 'Orders', config: { tags: ['a'] } },
      { 'config.tags': [undefined, ['a']] },
    ],
  ])('comparing an entry with a mock service finds %s', (_name, entry, expected) => {
    expect(changesFor(entry, current)).toEqual(expected);
  });

  test('an update keeps fields that only the service has', () => {
    const found = service(1, 'Orders', {
      config: {
        ...config(),
        upstreams: [{ name: 'live', url: 'https://old.example', health: 'ok' }],
        tags: ['a'],
      },
    } as object);
    const entry = {
      title: 'Orders',
      config: { upstreams: [{ name: 'new', url: 'https://new.example' }, ...upstreams] },
    };
    const [step] = planOf(match([entry], [found]), [found], { deletes: false }).steps;
    expect(step).toMatchObject({
      input: {
        type: 'REST',
        title: 'Orders',
        config: {
          cors,
          defaultResponseHeaders,
          tags: ['a'],
          upstreams: [
            { name: 'new', url: 'https://new.example' },
            { name: 'live', url: 'https://catalog.example', health: 'ok' },
          ],
        },
      },
    });
  });
});
