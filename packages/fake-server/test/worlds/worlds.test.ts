/** Fake servers by name, called worlds: how they are created, kept apart and deleted. */
import {
  createFakeServer,
  emptyWorld,
  OptionError,
  type FakeServer,
  type WireRequest,
} from '@mock-services/fake-server/core';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { mockServicePath, mockServicesPath as list } from '../support/paths.ts';
import { input, mockService } from '../support/samples.ts';
import { wireRequest } from '../support/wire.ts';
import { get, seed, startWorlds } from './start-worlds.ts';

const countIn = (fake: FakeServer) => fake.mockServices.list().length;

describe('worlds', () => {
  test('share nothing: each behaves as a separate fake server', () => {
    const names = fc.constantFrom('default', 'a', 'b');
    const act = fc.constantFrom<(fake: FakeServer, request: (to: WireRequest) => unknown) => unknown>(
      (_, send) => send(wireRequest('POST', mockServicePath, input())),
      (_, send) => send(get(list)),
      (_, send) => send({ method: 'DELETE', path: `${list}/${mockService(1).id}` }),
      (_, send) => send(get('/nothing')),
      (fake) => fake.clock.advance('1h'),
      (fake) => void fake.faults.add({ operation: 'listMockServices', status: 503, times: 1 }),
      (fake) => fake.workspaces.add(),
      (fake) => fake.reset(),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(names, act), { maxLength: 30 }), (steps) => {
        const worlds = startWorlds();
        const alone = new Map<string, FakeServer>();
        for (const [name, perform] of steps) {
          const model = alone.get(name) ?? createFakeServer({ seed });
          alone.set(name, model);
          const inWorld = perform(worlds.get(name), (to) =>
            worlds.handle({ ...to, path: `/worlds/${name}${to.path}` }),
          );
          const expected = perform(model, (to) => model.handle(to));
          expect(inWorld).toEqual(expected);
        }
        for (const [name, model] of alone) {
          expect(worlds.get(name).snapshot()).toEqual(model.snapshot());
        }
      }),
    );
  });

  test('are created at their first use, with their name', () => {
    const create = vi.fn<(name: string) => FakeServer>(() => createFakeServer());
    const worlds = startWorlds({ create });
    expect(create).not.toHaveBeenCalled();
    const first = worlds.get('a');
    worlds.handle(get(`/worlds/a${list}`));
    expect(worlds.get('a')).toBe(first);
    expect(create.mock.calls).toEqual([['a', undefined]]);
  });

  test('can be reached with fetch', async () => {
    const worlds = startWorlds();
    const response = await worlds.fetch(`https://any.test/worlds/a${list}`);
    expect([response.status, worlds.names()]).toEqual([200, ['a']]);
  });

  test('have the base URL of the world `default`', () => {
    expect(startWorlds({ create: () => createFakeServer({ baseUrl: 'https://a.test/api' }) }).baseUrl).toBe(
      'https://a.test/api',
    );
  });

  test('lead to a 500 or an error if they cannot be created', () => {
    const worlds = startWorlds({
      create: () => {
        throw new Error('no fake today');
      },
    });
    expect(worlds.handle(get(list))).toMatchObject({
      status: 500,
      body: expect.stringContaining('no fake today') as string,
    });
    expect(worlds.handle({ ...get(list), method: 'HEAD' })).toMatchObject({ status: 500, body: '' });
    expect(() => worlds.get('a')).toThrow('no fake today');
    expect(worlds.names()).toEqual([]);
  });

  test('respond with a 500 to a malformed request', () => {
    const worlds = startWorlds();
    for (const wrong of [undefined, {}, { method: 'GET', path: 7 }]) {
      expect(worlds.handle(wrong as unknown as WireRequest).status).toBe(500);
    }
  });

  test.each([
    ['max', { max: 0 }],
    ['max', { max: 1.5 }],
    ['idle', { idle: 'soon' as '1h' }],
    ['maxBodyBytes', { maxBodyBytes: -1 }],
  ])('reject an invalid option %s: %j', (option, wrong) => {
    expect(() => startWorlds(wrong)).toThrow(OptionError);
    expect(() => startWorlds(wrong)).toThrow(option);
  });
});

describe('worlds.delete', () => {
  test('deletes a world, and the next request creates a new one', () => {
    const worlds = startWorlds();
    worlds.handle(wireRequest('POST', `/worlds/a${mockServicePath}`, input()));
    expect([worlds.delete('a'), worlds.delete('a'), worlds.names()]).toEqual([true, false, []]);
    expect(countIn(worlds.get('a'))).toBe(2);
  });

  test('lets pending requests finish', async () => {
    const worlds = startWorlds();
    worlds.get('a').faults.add({ operation: 'listMockServices', delay: '20ms', times: 1 });
    const response = worlds.fetch(`https://any.test/worlds/a${list}`);
    worlds.delete('a');
    expect((await response).status).toBe(200);
  });
});

describe('worlds.faults.onRepeated', () => {
  const reset = { operation: 'listMockServices', reset: true, times: 1 } as const;

  test('reports faults after which runtimes resend a request, for all worlds together', () => {
    const worlds = startWorlds({ create: () => createFakeServer({ seed: emptyWorld() }) });
    worlds.get('a').faults.add(reset);
    const listener = vi.fn<(armed: boolean) => void>();
    const end = worlds.faults.onRepeated(listener);
    worlds.get('b').faults.add(reset);
    worlds.get('a').faults.clear();
    expect(listener.mock.calls).toEqual([[true]]);
    worlds.handle(get(`/worlds/b${list}`));
    expect(listener.mock.calls).toEqual([[true], [false]]);
    worlds.get('c').faults.add(reset);
    worlds.delete('c');
    expect(listener.mock.calls).toEqual([[true], [false], [true], [false]]);
    end();
    worlds.get('b').faults.add(reset);
    expect(listener).toHaveBeenCalledTimes(4);
  });
});
