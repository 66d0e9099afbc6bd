/** Tests the timers of delayed responses, and the global variables that a fake server must not use. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createClient } from '@mock-services/sdk';
import {
  createFakeServer as createWithHandlers,
  type FakeServer as Handled,
} from '@mock-services/fake-server';
import {
  createFakeServer,
  createHandler,
  demoSeed,
  type FakeServer,
  type FaultOptions,
} from '@mock-services/fake-server/core';
import { getResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { mockServicePath, workspacesPath } from '../support/paths.ts';
import { input } from '../support/samples.ts';
import { postOf } from '../support/wire.ts';

const operation = 'listWorkspaces';
const url = `https://mock-services.test${workspacesPath}`;

const longestWait = 2 ** 31 - 1;
const { setImmediate: nextTurn } = globalThis;

/** Waits until everything has happened that needs no timer. */
async function turns(): Promise<void> {
  for (let i = 0; i < 20; i += 1) await new Promise(nextTurn);
}

/** Resolves to the status of a response whose body can be read, or to `broken`. */
async function outcomeOf(responding: Promise<Response>): Promise<number | 'broken'> {
  try {
    const response = await responding;
    await response.text();
    return response.type === 'error' ? 'broken' : response.status;
  } catch {
    return 'broken';
  }
}

describe('a delayed request with fake timers', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const timers = async (count: number) => {
    await expect.poll(() => vi.getTimerCount()).toBe(count);
  };

  const adapters: [string, (fake: Handled) => (request: Request) => Promise<Response>][] = [
    ['fake.fetch', ({ fetch }) => fetch],
    ['createHandler', (fake) => createHandler(fake)],
    ['MSW', (fake) => async (request) => (await getResponse(fake.handlers, request)) ?? Response.error()],
  ];
  const waits: [latency: number, delay: number][] = [
    [5000, 0],
    [0, 7000],
    [5000, 7000],
    [longestWait, 1],
  ];
  const endings: [fault: Partial<FaultOptions>, outcome: number | 'broken' | undefined][] = [
    [{}, 200],
    [{ status: 404 }, 404],
    [{ reset: true }, 'broken'],
    [{ truncated: 3 }, 'broken'],
    [{ hang: true }, undefined],
  ];

  test.each(
    adapters.flatMap(([name, connect]) => waits.map(([...wait]) => [name, ...wait, connect] as const)),
  )(
    'through %s, every response waits for `latency` and `delay`: %i ms, %i ms',
    async (_, latency, delay, connect) => {
      for (const [fault, outcome] of endings) {
        const fake = createWithHandlers({ seed: demoSeed(), latency });
        fake.faults.add({ operation, delay, headers: { 'x-fault': 'yes' }, ...fault });
        const outcomes: unknown[] = [];
        void outcomeOf(connect(fake)(new Request(url))).then((found) => outcomes.push(found));
        await turns();
        vi.advanceTimersByTime(Math.min(latency + delay, longestWait) - 1);
        await turns();
        expect([fault, outcomes]).toEqual([fault, []]);
        vi.advanceTimersByTime(1);
        await turns();
        // The handler breaks a connection a moment after it has started a response.
        vi.advanceTimersByTime(fault.reset || fault.truncated ? 50 : 0);
        await turns();
        expect([fault, outcomes]).toEqual([fault, outcome === undefined ? [] : [outcome]]);
        fake.faults.clear();
      }
    },
  );

  test('aborting a signal rejects all delayed requests that use this signal', async () => {
    const fake = createFakeServer({ seed: demoSeed() });
    fake.faults.add({ operation, delay: '1h' });
    const controller = new AbortController();
    const { signal } = controller;
    const calls = Array.from({ length: 100 }, () => fake.fetch(url, { signal }));
    await timers(100);
    controller.abort('enough');
    const results = await Promise.allSettled(calls);
    expect(results).toEqual(calls.map(() => ({ status: 'rejected', reason: 'enough' })));
    expect(vi.getTimerCount()).toBe(0);
    await expect(fake.fetch(url, { signal })).rejects.toBe('enough');
  });

  test.each<[string, (fake: FakeServer) => void]>([
    ['the fake server is reset', (fake) => fake.reset()],
    ['the faults are cleared', (fake) => fake.faults.clear()],
  ])('a delayed request rejects and leaves no timer behind when %s', async (_, act) => {
    const fake = createFakeServer({ seed: demoSeed() });
    fake.faults.add({ operation, delay: '1h' });
    const call = fake.fetch(url);
    await timers(1);
    act(fake);
    await expect(call).rejects.toThrow(TypeError);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('clearing faults does not end a delay that only the option `latency` causes', async () => {
    const fake = createFakeServer({ seed: demoSeed(), latency: '1h' });
    const settled = vi.fn<(outcome: unknown) => void>();
    const send = () => void fake.fetch(url).then(({ status }) => settled(status), settled);
    for (const replace of [() => fake.reset(), () => fake.restore(fake.snapshot())]) {
      send();
      await timers(1);
      replace();
      await expect.poll(() => settled.mock.lastCall).toEqual([expect.any(TypeError)]);
    }
    fake.faults.add({ operation, delay: 1 });
    fake.faults.add({ operation, status: 503, times: 1 });
    [1, 2, 3].forEach(send);
    await timers(3);
    settled.mockClear();
    fake.faults.clear();
    send();
    await timers(2);
    vi.advanceTimersByTime(3_600_000);
    await expect
      .poll(() => settled.mock.calls.flat())
      .toEqual([expect.any(TypeError), expect.any(TypeError), 503, 200]);
  });
});

describe('a fake server', () => {
  test('with fake timers, all operations respond and leave no timer behind', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { baseUrl, fetch } = createFakeServer({ seed: demoSeed() });
    const client = createClient({ baseUrl, fetch, timeout: false, totalTimeout: false });
    const { id } = await client.mockServices.create(input());
    expect(await client.mockServices.get(id)).toMatchObject(input());
    await client.mockServices.update(id, input({ title: 'changed' }));
    expect(await client.mockServices.list()).toHaveLength(6);
    await client.mockServices.delete(id);
    const [workspace] = await client.workspaces.list();
    const workspaceId = workspace?.id ?? '';
    await client.workspaces.getConfiguration(workspaceId);
    expect(await client.activity.list(workspaceId)).toHaveLength(18);
    await client.activity.clear(workspaceId);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a fake server does not use the system clock or system random numbers', async () => {
    const sources = [
      vi.spyOn(Date, 'now'),
      vi.spyOn(performance, 'now'),
      vi.spyOn(Math, 'random'),
      vi.spyOn(crypto, 'randomUUID'),
      vi.spyOn(crypto, 'getRandomValues'),
    ];
    onTestFinished(() => sources.forEach((source) => source.mockRestore()));
    const fake = createFakeServer({ seed: demoSeed() });
    await fake.fetch(fake.baseUrl + mockServicePath, postOf(input()));
    fake.clock.advance('1h');
    fake.restore(fake.snapshot());
    fake.reset();
    for (const source of sources) expect(source).not.toHaveBeenCalled();
  });
});

/** Cloudflare Workers bind a timer to the request that created it, so no other request may clear the timer. */
describe('the timer of a request', () => {
  const current = new AsyncLocalStorage<string>();

  /** Records which requests create a timer, and which requests clear a timer. */
  function watchOwners(): { readonly made: string[]; readonly cleared: string[] } {
    const made: string[] = [];
    const cleared: string[] = [];
    const { setTimeout, clearTimeout } = globalThis;
    const owner = () => current.getStore() ?? 'no request';
    vi.stubGlobal('setTimeout', (act: () => void, ms: number) => {
      made.push(owner());
      return setTimeout(act, ms);
    });
    vi.stubGlobal('clearTimeout', (timer: NodeJS.Timeout) => {
      cleared.push(owner());
      clearTimeout(timer);
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    return { made, cleared };
  }

  test('a delayed request clears its own timer even if another request ends the delay', async () => {
    const { made, cleared } = watchOwners();
    const fake = createFakeServer({ seed: demoSeed() });
    fake.faults.add({ operation, delay: '1h' });
    const waiting = current.run('waiting', () => createHandler(fake)(new Request(url)));
    while (made.length === 0) await new Promise(setImmediate);
    current.run('releasing', () => fake.faults.clear());
    await waiting;
    expect([made, cleared]).toEqual([['waiting'], ['waiting']]);
  });
});
