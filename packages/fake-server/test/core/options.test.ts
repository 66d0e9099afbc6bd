/** Tests invalid options of `createFakeServer`, and the warnings about unknown options and misspelled fields. */
import {
  assumptions,
  createFakeServer,
  type FakeServer,
  type FakeServerOptions,
  type Seed,
} from '@mock-services/fake-server/core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { failureOf } from '../support/failure.ts';
import { activityEntry, idOf, mockService, workspace } from '../support/samples.ts';

/** Starts a fake server with options, some of which may be unknown. */
function start(options: object) {
  const warnings: string[] = [];
  const fake = createFakeServer({ onWarning: (message) => void warnings.push(message), ...options });
  return { fake, warnings };
}

describe('an unknown option', () => {
  test.each([
    ['latancy', 'latency'],
    ['baseURL', 'baseUrl'],
  ])('causes a warning that suggests the most similar option: %s → %s', (given, meant) => {
    expect(start({ [given]: 'canary' }).warnings).toEqual([
      `createFakeServer: unknown option \`${given}\`. Did you mean ${meant}?`,
    ]);
  });

  test('causes a warning that lists all options if none is similar', () => {
    expect(start({ workspaces: [] }).warnings).toEqual([
      expect.stringMatching(
        /^createFakeServer: unknown option `workspaces`\. Valid options: baseUrl, seed, /,
      ),
    ]);
  });

  test('is warned of with `console.warn` by default', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    onTestFinished(() => warn.mockRestore());
    createFakeServer({ latancy: 1 } as FakeServerOptions);
    expect(warn.mock.calls).toEqual([[expect.stringContaining('Did you mean latency?')]]);
  });
});

test('known options cause no warning', () => {
  const ofPoints = Object.fromEntries(
    Object.values(assumptions).map(({ option = 'latency' }) => [option, undefined]),
  );
  const others = { baseUrl: undefined, seed: {}, randomSeed: 1, clock: 0, maxBodyBytes: 1, latency: 0 };
  expect(start({ ...ofPoints, ...others, storage: undefined, journal: false }).warnings).toEqual([]);
});

describe('the error about an invalid option', () => {
  test.each<[Record<string, unknown>, string]>([
    [{ latency: '5 minutes' }, '"5 minutes"'],
    [{ latency: 2 ** 31 }, '2147483648'],
    [{ maxWorldBytes: 0.5 }, '0.5'],
    [{ maxBodyBytes: 0 }, '0'],
    [{ maxActivityEntries: 0 }, '0'],
    [{ journal: { maxEntries: -1 } }, '-1'],
    [{ baseUrl: '/api' }, '"/api"'],
    [{ clock: 'noon' }, '"noon"'],
    [{ storage: 'world.sqlite' }, '"world.sqlite"'],
    [{ onExpiry: 'drop' }, '"drop"'],
    [{ randomSeed: 1.5 }, '1.5'],
    [{ grease: 'yes' }, '"yes"'],
  ])('contains its name and value: `%o`', (options, shown) => {
    const { message } = failureOf(() => createFakeServer(options), 'invalid-option');
    expect(message).toMatch(new RegExp(`^The option ${Object.keys(options)[0]}\\b`));
    expect(message).toContain(`; got ${shown}.`);
  });

  test('states the maximum latency', () => {
    expect(() => createFakeServer({ latency: 2 ** 31 })).toThrow('at most 2147483647 ms');
    expect(() => createFakeServer({ latency: 2 ** 31 - 1 })).not.toThrow();
  });
});

describe('a misspelled field', () => {
  const seed = { mockServices: [mockService(1)], workspaces: [workspace(1)] };

  test.each<[string, string, (fake: FakeServer) => object]>([
    ['titel', 'title', ({ mockServices }) => mockServices.add({ titel: 'Orders' } as object)],
    [
      'config.cors.alowedMethods',
      'config.cors.allowedMethods',
      ({ mockServices }) => mockServices.add({ config: { cors: { alowedMethods: [] } as object } }),
    ],
    ['expireAt', 'expiresAt', ({ workspaces }) => workspaces.update(idOf(1), { expireAt: 1 } as object)],
    [
      'configuration.titel',
      'configuration.title',
      ({ workspaces }) => workspaces.add({ configuration: { titel: 'Defaults' } as object }),
    ],
    [
      'response.status',
      'response.statusCode',
      ({ activity }) => activity.record(idOf(1), { response: { status: 503 } as object }),
    ],
  ])('of a fixture causes a warning and is stored: %s', (given, meant, act) => {
    const { fake, warnings } = start({ seed });
    act(fake);
    expect(warnings).toEqual([`Unknown field \`${given}\`. Did you mean \`${meant}\`?`]);
    expect(JSON.stringify(fake.snapshot().data)).toContain(`"${given.replace(/.*\./, '')}":`);
  });

  test('of a seed causes one warning, even beside the correct one, and is stored', () => {
    const misspelled = {
      mockServices: [{ title: 'Orders', titel: 'Baskets' }, { titel: 'Baskets' }],
      workspaces: [{ id: idOf(1), nme: 'Checkout' }],
      configurations: { [idOf(1)]: { titl: 'Defaults' } },
      activity: { [idOf(1)]: [{ response: { responseTime: 5 } }] },
    };
    const { fake, warnings } = start({ seed: misspelled });
    expect(warnings).toEqual([
      'mockServices[0]: Unknown field `titel`. Did you mean `title`?',
      'workspaces[0]: Unknown field `nme`. Did you mean `name`?',
      `configurations["${idOf(1)}"]: Unknown field \`titl\`. Did you mean \`title\`?`,
      `activity["${idOf(1)}"][0]: Unknown field \`response.responseTime\`. Did you mean \`response.responseTimeMs\`?`,
    ]);
    expect(fake.mockServices.list()).toMatchObject([{ title: 'Orders', titel: 'Baskets' }, {}]);
    fake.reset();
    fake.seed(misspelled as Seed);
    expect(warnings).toHaveLength(4);
  });

  test('is not assumed if no field has a similar name', () => {
    const { fake, warnings } = start({ seed });
    fake.mockServices.add({ ...mockService(2), _id: 'a', team: 'shop' } as object);
    fake.workspaces.add({ ...workspace(2), region: 'eu' } as object);
    fake.activity.record(idOf(1), { ...activityEntry(3), metadata: { scenario: 1 } });
    fake.seed({ workspaces: [{ ...workspace(2), config: {} } as object] });
    fake.restore(fake.snapshot());
    expect(warnings).toEqual([]);
  });
});
