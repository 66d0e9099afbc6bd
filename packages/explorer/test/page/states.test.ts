import { inject } from 'vitest';
import { test } from '../support/harness.ts';
import { keepBusy } from '../support/pages.ts';

test('an invalid address of a service is explained', async ({ open }) => {
  const { page } = await open({ query: '?service=ftp://mocks.example.com' });
  await page.getByText(/must be an absolute http or https URL/).waitFor();
  await page.getByLabel('Address of the service').fill('');
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByText('Checkout team').first().waitFor();
});

test('an outline is shown while data is read', async ({ open, startService, expect }) => {
  const { fake, parameter } = await startService();
  fake.faults.add({ operation: 'listWorkspaces', hang: true });
  const { page } = await open({ query: `?${parameter}` });
  await page.getByText('Reading the workspaces').waitFor();
  expect(await page.locator('[aria-busy=true]').count()).toBe(1);
  fake.faults.clear();
});

test('a failure is shown with the words of the service, and can be retried', async ({
  open,
  startService,
  expect,
}) => {
  const { fake, parameter } = await startService();
  fake.faults.add({
    operation: 'listWorkspaces',
    status: 403,
    body: { title: 'Forbidden', detail: 'Ask Ann for access.' },
  });
  const { page } = await open({ query: `?${parameter}` });
  const failure = page.locator('.state-failure');
  await failure.getByText('The service denied access: 403 Forbidden').waitFor();
  await failure.getByText('Ask Ann for access.').waitFor();
  const text = (await failure.textContent()) ?? '';
  expect(text).toMatch(/GET http.*\/configuration\/workspaces/);
  expect(text).not.toMatch(/listWorkspaces|Error|baseUrl|`/);
  expect(text.match(/Forbidden/g)).toHaveLength(1);
  // It is tried again by itself, too, but much later.
  const received = fake.journal.entries.length;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => fake.journal.entries.length).toBeGreaterThan(received);
  fake.faults.clear();
  await page.getByText('Checkout team').first().waitFor();
});

test('a retry is shown while it is pending, and no longer once the last one has failed', async ({
  open,
  startService,
  expect,
}) => {
  const { fake, parameter } = await startService();
  fake.faults
    .add({ operation: 'listWorkspaces', status: 503, times: 1 })
    .add({ operation: 'listWorkspaces', hang: true });
  const { page } = await open({ query: `?${parameter}` });
  const retrying = page.getByText('trying again');
  await retrying.waitFor();
  // Releases hanging requests, and responds to the last retry.
  fake.faults.clear();
  fake.faults.add({ operation: 'listWorkspaces', status: 503 });
  await page.locator('.state-failure').waitFor();
  await expect.poll(() => retrying.count()).toBe(0);
});

test('data stays when it cannot be refreshed', async ({ open, startService, expect }) => {
  const { fake, parameter } = await startService();
  const { page } = await open({ query: `?${parameter}` });
  const id = fake.workspaces.list()[0]?.id;
  await page.goto(`${page.url()}&view=activity&workspace=${id}`);
  await page.getByText('Live · 18 recorded').waitFor();
  fake.faults.add({ operation: 'listActivity', status: 404 });
  await page.getByText('The data may be old.').waitFor();
  expect(await page.locator('.activity-row').count()).toBeGreaterThan(0);
  fake.faults.clear();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => page.getByText('The data may be old.').count()).toBe(0);
});

test('being offline is shown, and no longer shown when back online', async ({
  open,
  startService,
  expect,
}) => {
  const { parameter } = await startService();
  const { page } = await open({ query: `?${parameter}`, context: {} });
  await page.getByText('Checkout team').first().waitFor();
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
  await page.context().setOffline(false);
  await expect.poll(() => page.getByText('You are offline.').count()).toBe(0);
});

test('the header shows when the service cannot be reached, and when it can again', async ({
  open,
  startService,
  expect,
}) => {
  const { fake, parameter } = await startService();
  const { page } = await open({ query: `?${parameter}` });
  await page.getByText('Checkout team').first().waitFor();
  const trouble = page
    .getByRole('banner')
    .getByRole('button', { name: 'Service:' })
    .getByText('Not reachable');
  const said = (text: string) => page.getByRole('banner').getByRole('status').getByText(text);
  expect(await trouble.count()).toBe(0);
  fake.faults.add({ operation: ['listWorkspaces', 'listMockServices'], reset: true });
  await page.getByRole('link', { name: 'Mock services' }).click();
  await trouble.waitFor();
  await said('The service cannot be reached.').waitFor();
  fake.faults.clear();
  // Without user action.
  await said('The service can be reached again.').waitFor();
  await page.getByRole('link', { name: /Payments/ }).waitFor();
  expect(await trouble.count()).toBe(0);
});

test('the header claims nothing before the first response, and notices within 15 s when the service goes away', async ({
  open,
  startService,
  expect,
}) => {
  const { fake, parameter } = await startService();
  fake.faults.add({ operation: 'listWorkspaces', hang: true });
  const { page } = await open({ query: 'icon.svg', context: {} });
  await page.clock.install();
  await page.goto(`${inject('explorer').built}?${parameter}`);
  const button = page.getByRole('button', { name: 'Service:' });
  const state = () => button.locator('.dot').getAttribute('data-reachable');
  await expect.poll(state).toBe('unknown');
  fake.faults.clear();
  await expect.poll(state).toBe('true');
  fake.faults.add({ operation: 'listWorkspaces', reset: true });
  await page.clock.fastForward(15_000);
  await button.getByText('Not reachable').waitFor();
});

test('a service that responds with an error is reachable', async ({ open, startService, expect }) => {
  const { fake, parameter } = await startService();
  fake.faults.add({ operation: 'listWorkspaces', status: 503 });
  const { page } = await open({ query: `?${parameter}` });
  await page.getByText('The service failed with 503').waitFor();
  expect(await page.getByText('Not reachable').count()).toBe(0);
});

test('offline, the log reports it once, and is followed again when back online', async ({
  open,
  startService,
  expect,
}) => {
  const { fake, logQuery } = await startService();
  const id = fake.workspaces.list()[0]?.id ?? '';
  const { page } = await open({ query: logQuery(id), context: {} });
  await page.getByText('Live · 18 recorded').waitFor();
  await page.context().setOffline(true);
  await page.getByText('Waiting for the service · 18 recorded').waitFor();
  await page.getByText('You are offline.').waitFor();
  await page.getByRole('banner').getByText('Not reachable').waitFor();
  expect(await page.locator('.notice').count()).toBe(1);
  fake.activity.record(id, { request: { path: '/late' } });
  await page.context().setOffline(false);
  await page.getByText('Live · 19 recorded').waitFor();
  await expect.poll(() => page.locator('.notice').count()).toBe(0);
});

test('offline, a failure is explained without loading anything', async ({ open, startService }) => {
  const { fake, parameter } = await startService();
  const { id, title } = fake.mockServices.add({ title: 'Never read' });
  const { page } = await open({ query: `?${parameter}&view=services`, context: {} });
  const link = page.getByRole('link', { name: title });
  await link.waitFor();
  await page.context().setOffline(true);
  await link.click();
  await page.locator('.state-message', { hasText: /GET .*\/configuration\/mock-service\// }).waitFor();
  await page.getByText('It is retried when there is a network.').waitFor();
  await page.context().setOffline(false);
  await page.locator('.editor', { hasText: id }).waitFor();
});

test('offline, a part that cannot be loaded says so, and the rest of the page works', async ({
  open,
  startService,
  expect,
}) => {
  const { parameter } = await startService();
  const { page } = await open({ query: 'icon.svg', context: {} });
  await keepBusy(page);
  await page.goto(`${inject('explorer').built}?${parameter}`);
  await page.getByText('Checkout team').first().waitFor();
  await page.context().setOffline(true);
  const services = page.getByRole('link', { name: 'Mock services' });
  await services.click();
  await page.getByText('This part of the page could not be loaded').waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Workspaces' }).click();
  await page.getByText('Checkout team').first().waitFor();
  await services.click();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: /Payments/ }).waitFor();
});
