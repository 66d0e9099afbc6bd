/** The fixtures and their options. */
import { test as base } from '@playwright/test';
import type { FakeServer } from '@mock-services/fake-server/core';
import { expect, fakeTest } from '@mock-services/fake-server/playwright';

const list = '/api/configuration/mock-services';
const options = { baseUrl: '/api', assertClean: true, clock: '2026-03-01T12:00:00Z' } as const;
const test = fakeTest(options);

test('the options of fakeTest apply', ({ fake, baseURL }) => {
  expect(fake.baseUrl).toBe(`${baseURL}/api`);
  expect(fake.clock.now()).toBe(Date.parse('2026-03-01T12:00:00Z'));
});

test.describe('test.use', () => {
  test.use({ fakeOptions: { seed: { mockServices: [{ title: 'Seeded' }] } } });

  test('test.use replaces the options', ({ fake }) => {
    expect(fake.baseUrl).toBe('https://mock-services.test');
    expect(fake.mockServices.list()).toMatchObject([{ title: 'Seeded' }]);
  });
});

const scenarios = {
  empty: (fake: FakeServer) => fake.seed({}),
  down: (fake: FakeServer) => fake.faults.add({ operation: 'listMockServices', status: 503 }),
};
const given = { ...options, assertClean: false, seed: { mockServices: [{ title: 'Seeded' }] }, scenarios };
const scenarioTest = fakeTest({ ...given, scenario: 'empty' });

scenarioTest('each test begins with the scenario, and can apply another one', async ({ page, fake }) => {
  expect(fake.mockServices.list()).toEqual([]);
  fake.scenario('down');
  await page.goto('/');
  expect(await page.evaluate(async (url) => (await fetch(url)).status, list)).toBe(503);
  // @ts-expect-error there is no such scenario
  expect(() => fake.scenario('dwon')).toThrow('The scenarios are empty, down.');
});

const own = base.extend<{ user: string }>({
  user: async ({}, use) => use('Ada'),
  page: async ({ page, user }, use) => {
    await page.addInitScript((name) => Object.assign(globalThis, { user: name }), user);
    await use(page);
  },
});

fakeTest(options, own)('a test function of your own keeps its fixtures', async ({ page, fake, user }) => {
  fake.mockServices.add({ title: 'Orders' });
  await page.goto('/');
  expect(await page.evaluate(() => (globalThis as { user?: string }).user)).toBe(user);
  expect(await page.evaluate(async (url) => (await fetch(url)).text(), list)).toContain('Orders');
});

test('expect has the matcher toHaveReceived', async ({ page, fake }) => {
  await page.goto('/');
  expect(fake).not.toHaveReceived('listMockServices');
  await page.evaluate((url) => fetch(url), list);
  expect(fake).toHaveReceived('listMockServices', {}, { times: 1 });
  expect(() => expect(fake).toHaveReceived('deleteMockService')).toThrow(/expected the fake server/);
});

test.describe('unknown options', () => {
  const warnings: string[] = [];
  const wrong = { timeout: 1, seeed: {}, onWarning: (message: string) => void warnings.push(message) };
  test.use({ fakeOptions: { ...wrong } });

  test('an unknown option causes a warning', ({ fake }) => {
    expect(fake.mockServices.list()).toEqual([]);
    expect(warnings.join('\n')).toMatch(/seeed.*seed/);
    expect(warnings.join('\n')).toMatch(/client: \{ timeout: … \}/);
  });
});

test.describe('client', () => {
  test.use({ fakeOptions: { client: { maxRetries: 0 } } });

  test('the client has the options of `client`: without retries, it sends one request', async ({
    client,
    fake,
  }) => {
    fake.faults.add({ operation: 'listMockServices', status: 503, times: 1 });
    await expect(client.mockServices.list()).rejects.toMatchObject({ attempts: 1 });
  });
});
