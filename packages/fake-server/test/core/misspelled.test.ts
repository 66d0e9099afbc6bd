/** Tests the warnings about misspelled fields in fixtures and seeds. */
import { createFakeServer, type FakeServer, type Seed } from '@mock-services/fake-server/core';
import { describe, expect, test, vi } from 'vitest';
import { activityEntry, idOf, mockService, workspace } from '../support/samples.ts';

const start = (seed: Seed = {}) => {
  const warnings: string[] = [];
  const fake = createFakeServer({ seed, onWarning: (message) => void warnings.push(message) });
  return { fake, warnings };
};

const stored = { mockServices: [mockService(1)], workspaces: [workspace(1)] };

describe('a misspelled field', () => {
  test.each<[string, string, (fake: FakeServer) => object]>([
    ['titel', 'title', ({ mockServices }) => mockServices.add({ titel: 'Orders' } as object)],
    ['titel', 'title', ({ mockServices }) => mockServices.update(idOf(1), { titel: 'Orders' } as object)],
    [
      'config.upstream',
      'config.upstreams',
      ({ mockServices }) => mockServices.add({ config: { upstream: [] } as object }),
    ],
    [
      'config.cors.alowedMethods',
      'config.cors.allowedMethods',
      ({ mockServices }) => mockServices.add({ config: { cors: { alowedMethods: [] } as object } }),
    ],
    ['nam', 'name', ({ workspaces }) => workspaces.add({ nam: 'Checkout' } as object)],
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
    [
      'request.header',
      'request.headers',
      ({ activity }) => activity.record(idOf(1), { request: { header: {} } as object }),
    ],
  ])('a fixture warns about the misspelled field %s and stores it', (given, meant, act) => {
    const { fake, warnings } = start(stored);
    act(fake);
    expect(warnings).toEqual([`Unknown field \`${given}\`. Did you mean \`${meant}\`?`]);
    expect(JSON.stringify(fake.snapshot().data)).toContain(`"${given.replace(/.*\./, '')}":`);
  });

  test('a misspelled field in a seed causes one warning, but is stored', () => {
    const seed = {
      mockServices: [{ titel: 'Orders' }, { titel: 'Baskets' }],
      workspaces: [{ id: idOf(1), nme: 'Checkout' }],
      configurations: { [idOf(1)]: { titl: 'Defaults' } },
      activity: { [idOf(1)]: [{ response: { responseTime: 5 } }] },
    };
    const { fake, warnings } = start(seed as Seed);
    expect(warnings).toEqual([
      'mockServices[0]: Unknown field `titel`. Did you mean `title`?',
      'workspaces[0]: Unknown field `nme`. Did you mean `name`?',
      `configurations["${idOf(1)}"]: Unknown field \`titl\`. Did you mean \`title\`?`,
      `activity["${idOf(1)}"][0]: Unknown field \`response.responseTime\`. Did you mean \`response.responseTimeMs\`?`,
    ]);
    expect(fake.mockServices.list()).toMatchObject([{ titel: 'Orders' }, { titel: 'Baskets' }]);
    fake.reset();
    fake.seed(seed as Seed);
    expect(warnings).toHaveLength(4);
  });

  test('a misspelled field beside the correct one causes a warning, too', () => {
    const config = { cors: { allowedOrigins: [], alowedOrigins: [] }, upstreams: [], upstrems: [] };
    const seed = {
      mockServices: [{ title: 'a', titel: 'b', config }],
      workspaces: [{ id: idOf(1), name: 'a', Name: 'b' }],
      configurations: { [idOf(1)]: { type: 'REST', typ: 'REST' } },
      activity: { [idOf(1)]: [{ request: { path: '/', pth: '/a' } }] },
    };
    const { fake, warnings } = start(seed);
    expect(warnings.map((line) => line.replace(/^.*Unknown field/, ''))).toEqual([
      ' `titel`. Did you mean `title`?',
      ' `config.cors.alowedOrigins`. Did you mean `config.cors.allowedOrigins`?',
      ' `config.upstrems`. Did you mean `config.upstreams`?',
      ' `Name`. Did you mean `name`?',
      ' `typ`. Did you mean `type`?',
      ' `request.pth`. Did you mean `request.path`?',
    ]);
    expect(fake.mockServices.list()).toMatchObject([{ title: 'a', titel: 'b' }]);
  });

  test('the warning about a misspelled field is printed with `console.warn` by default', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    createFakeServer().mockServices.add({ titel: 'Orders' } as object);
    expect(warn.mock.calls).toEqual([['Unknown field `titel`. Did you mean `title`?']]);
    warn.mockRestore();
  });
});

describe('an unknown field', () => {
  test('an unknown field causes no warning if no field has a similar name', () => {
    const { fake, warnings } = start(stored);
    fake.mockServices.add({ ...mockService(2), _id: 'a', team: 'shop' } as object);
    fake.mockServices.add({ title: 'Orders', team: 'shop' } as object);
    fake.workspaces.add({ ...workspace(2), region: 'eu' } as object);
    fake.activity.record(idOf(1), { ...activityEntry(3), metadata: { scenario: 1 } });
    fake.seed({ workspaces: [{ ...workspace(2), config: {} } as object] });
    fake.restore(fake.snapshot());
    expect(warnings).toEqual([]);
  });
});
