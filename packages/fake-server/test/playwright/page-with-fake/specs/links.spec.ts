/** Scenarios that the URL of a page names. */
import type { Page } from '@playwright/test';
import type { FakeServer } from '@mock-services/fake-server/core';
import { expect, fakeTest } from '@mock-services/fake-server/playwright';
import { scenarios } from '../scenarios.ts';

const seed = { mockServices: [{ title: 'Orders' }] };
const test = fakeTest({ baseUrl: '/api', assertClean: true, seed, scenarios });

const items = (page: Page) => page.getByRole('listitem');
const titles = (fake: FakeServer) => fake.mockServices.list().map(({ title }) => title);

test('a scenario is applied before the first request is answered', async ({ page, fake }) => {
  fake.mockServices.add({ title: 'Payments' });
  await page.goto('/?fake=empty');
  await expect(page.getByText('listed')).toBeVisible();
  expect(titles(fake)).toEqual([]);
  await page.goto('/?fake=service+down');
  await expect(page.getByText('503')).toBeVisible();
  expect(titles(fake)).toEqual(['Orders']);
  await page.goto('/?fake=empty');
  await expect(page.getByText('listed')).toBeVisible();
  expect(fake).toHaveReceived('listMockServices', {}, { times: 1 });
});

test('a reload keeps what happened since the scenario was applied', async ({ page, fake }) => {
  await page.goto('/?fake=empty');
  await expect(page.getByText('listed')).toBeVisible();
  fake.mockServices.add({ title: 'Payments' });
  await page.reload();
  await expect(items(page)).toHaveText(['Payments']);
  expect(fake).toHaveReceived('listMockServices', {}, { times: 2 });
});

test('another query parameter names the scenario with scenarioKey', async ({ page }) => {
  await page.addInitScript(() => Object.assign(globalThis, { given: { scenarioKey: 'state' } }));
  await page.goto('/?fake=none&state=empty');
  await expect(page.getByText('listed')).toBeVisible();
  await expect(items(page)).toHaveCount(0);
});
