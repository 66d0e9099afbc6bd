import { createClient } from '@mock-services/sdk';
import { createFakeServer } from '@mock-services/fake-server/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { input } from '../support/samples.ts';

describe('while every timer and clock of the process is faked', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('all nine operations respond, and no timer is left behind', async () => {
    const fake = createFakeServer();
    const client = createClient({
      baseUrl: fake.baseUrl,
      fetch: fake.fetch,
      timeout: false,
      totalTimeout: false,
    });
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

  test('neither real time nor real randomness is read', async () => {
    const sources = [vi.spyOn(Date, 'now'), vi.spyOn(performance, 'now'), vi.spyOn(Math, 'random')];
    const random = [vi.spyOn(crypto, 'randomUUID'), vi.spyOn(crypto, 'getRandomValues')];
    const fake = createFakeServer();
    const body = JSON.stringify(input());
    const headers = { 'content-type': 'application/json' };
    await fake.fetch(`${fake.baseUrl}/configuration/mock-service`, { method: 'POST', headers, body });
    fake.clock.advance('1h');
    fake.restore(fake.snapshot());
    fake.reset();
    for (const source of [...sources, ...random]) {
      expect(source).not.toHaveBeenCalled();
      source.mockRestore();
    }
  });
});
