import { fakeTest } from '@mock-services/fake-server/vitest';
import { isApiError, type WarningEvent } from '@mock-services/sdk';
import { beforeEach, describe, expect } from 'vitest';
import { idOf, input, mockService, workspace } from '../support/samples.ts';

const warnings: WarningEvent[] = [];
const test = fakeTest({
  seed: { mockServices: [mockService(1)], workspaces: [workspace(1)] },
  baseUrl: 'https://fixture.test/api',
  client: { maxRetries: 0, onWarning: (warning) => warnings.push(warning) },
});

describe('a test', () => {
  test('gets a fake server with the given options', ({ fake }) => {
    expect(fake.baseUrl).toBe('https://fixture.test/api');
    expect(fake.mockServices.list()).toEqual([mockService(1)]);
  });

  test('gets a client of its fake server, without a network', async ({ fake, client }) => {
    const { id } = await client.mockServices.create(input());
    expect(fake.mockServices.get(id)).toMatchObject(input());
    const error = await client.mockServices.get(idOf(404)).catch((reason: unknown) => reason);
    expect(isApiError(error) && [error.status, error.attempts]).toEqual([404, 1]);
  });

  for (const round of ['first', 'second']) {
    test(`gets a world that no other test has changed: ${round}`, async ({ fake, client }) => {
      expect(await client.mockServices.list()).toHaveLength(1);
      await client.mockServices.delete(idOf(1));
      fake.clock.advance('1d');
      expect(fake.mockServices.list()).toEqual([]);
    });
  }
});

describe('hooks', () => {
  beforeEach<{ fake: { clock: { advance: (by: '1h') => void } } }>(({ fake }) => fake.clock.advance('1h'));

  test('get the fake server of their test', ({ fake }) => {
    expect(new Date(fake.clock.now()).toISOString()).toBe('2026-01-01T01:00:00.000Z');
  });
});

describe('other options', () => {
  const emptyTest = test.extend({ fakeOptions: { seed: {} } });

  emptyTest('can be set for some of the tests', async ({ fake, client }) => {
    expect(fake.baseUrl).toBe('https://mock-services.test');
    expect(await client.workspaces.list()).toEqual([]);
  });
});

describe('two test functions', () => {
  const other = fakeTest();

  other('do not share their options', ({ fake }) => {
    expect(fake.mockServices.list()).toHaveLength(5);
  });
});

describe('assertClean', () => {
  const cleanTest = fakeTest({ assertClean: true, client: { maxRetries: 0 } });

  cleanTest('passes a test that reads an unknown id', async ({ client }) => {
    await expect(client.mockServices.get(idOf(404))).rejects.toMatchObject({ status: 404 });
  });

  cleanTest.fails('fails a test that breaks the contract', async ({ fake }) => {
    await fake.fetch(`${fake.baseUrl}/configuration/mock-service`, { method: 'POST', body: '{}' });
  });

  cleanTest.fails('fails a test whose fault did not occur', async ({ fake, client }) => {
    fake.faults.add({ operation: 'getMockService', status: 503 });
    await client.workspaces.list();
  });
});
