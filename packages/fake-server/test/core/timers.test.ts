/** Tests delayed responses with fake timers. */
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
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { rejectionOf } from '../support/failure.ts';
import { workspacesPath } from '../support/paths.ts';
import { input } from '../support/samples.ts';

const operation = 'listWorkspaces';
const url = `https://mock-services.test${workspacesPath}`;
const { setImmediate: nextTurn } = globalThis;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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

describe('a delayed request', () => {
  const endings: [fault: Partial<FaultOptions>, outcome: number | 'broken' | undefined][] = [
    [{}, 200],
    [{ status: 404 }, 404],
    [{ reset: true }, 'broken'],
    [{ truncated: 3 }, 'broken'],
    [{ hang: true }, undefined],
  ];

  test.each<[string, (fake: Handled) => (request: Request) => Promise<Response>]>([
    ['fake.fetch', ({ fetch }) => fetch],
    ['createHandler', (fake) => createHandler(fake)],
    ['MSW', (fake) => async (request) => (await getResponse(fake.handlers, request)) ?? Response.error()],
  ])('through %s, every response waits for `latency` and `delay`', async (_, connect) => {
    for (const [fault, outcome] of endings) {
      const fake = createWithHandlers({ seed: demoSeed(), latency: 5000 });
      fake.faults.add({ operation, delay: '7s', headers: { 'x-fault': 'yes' }, ...fault });
      const outcomes: unknown[] = [];
      void outcomeOf(connect(fake)(new Request(url))).then((found) => outcomes.push(found));
      await turns();
      vi.advanceTimersByTime(11_999);
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
  });

  test.each<[string, (fake: FakeServer, controller: AbortController) => void, unknown]>([
    ['its signal is aborted', (_, controller) => controller.abort('enough'), 'enough'],
    ['the fake server is reset', (fake) => fake.reset(), expect.any(TypeError)],
    ['the faults are cleared', (fake) => fake.faults.clear(), expect.any(TypeError)],
  ])('rejects and leaves no timer behind when %s', async (_, act, reason) => {
    const fake = createFakeServer({ seed: demoSeed() });
    fake.faults.add({ operation, delay: '1h' });
    const controller = new AbortController();
    const rejected = rejectionOf(fake.fetch(url, { signal: controller.signal }));
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    act(fake, controller);
    expect(await rejected).toEqual(reason);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('without a delay, all operations respond although timers are fake, and leave no timer', async () => {
  const { baseUrl, fetch } = createFakeServer({ seed: demoSeed() });
  const client = createClient({ baseUrl, fetch, timeout: false, totalTimeout: false });
  const { id } = await client.mockServices.create(input());
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
