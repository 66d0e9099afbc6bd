import { test } from '../harness.ts';

test('an address that is none of a service is explained', async ({ open }) => {
  const { page } = await open({ query: '?service=ftp://mocks.example.com' });
  await page.getByText(/baseUrl must be an absolute http or https URL/).waitFor();
  await page.getByLabel('Address of the service').fill('');
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByText('Checkout team').first().waitFor();
});

test('while something is read, its shape is shown', async ({ open, startService, expect }) => {
  const { fake, parameter } = await startService();
  fake.faults.add({ operation: 'listWorkspaces', hang: true });
  const { page } = await open({ query: `?${parameter}` });
  await page.getByText('Reading the workspaces').waitFor();
  expect(await page.locator('[aria-busy=true]').count()).toBe(1);
  fake.faults.clear();
});

test('a failure is shown with the message of the SDK, and can be tried again', async ({
  open,
  startService,
}) => {
  const { fake, parameter } = await startService();
  fake.faults.add({ operation: 'listWorkspaces', status: 403, times: 1 });
  const { page } = await open({ query: `?${parameter}` });
  await page.getByText('The service refuses this page').waitFor();
  await page.getByText(/listWorkspaces: .*403/).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Checkout team').first().waitFor();
});

test('no retry is spoken of when the last one has failed', async ({ open, startService, expect }) => {
  const { fake, parameter } = await startService();
  fake.faults.add({ operation: 'listWorkspaces', status: 503 });
  const { page } = await open({ query: `?${parameter}` });
  const retrying = page.getByText('trying again');
  await retrying.waitFor();
  await page.locator('.state-failure').waitFor();
  await expect.poll(() => retrying.count(), { timeout: 2000 }).toBe(0);
});

test('what was read stays when it cannot be read again', async ({ open, startService, expect }) => {
  const { fake, parameter } = await startService();
  const { page } = await open({ query: `?${parameter}` });
  const id = fake.workspaces.list()[0]?.id;
  await page.goto(`${page.url()}&view=activity&workspace=${id}`);
  await page.getByText('Live · 18 recorded').waitFor();
  fake.faults.add({ operation: 'listActivity', status: 404 });
  await page.getByText('What is shown may be old.').waitFor();
  expect(await page.locator('.activity-row').count()).toBeGreaterThan(0);
  fake.faults.clear();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => page.getByText('What is shown may be old.').count()).toBe(0);
});

test('without a network this is said, and taken back when there is one', async ({
  open,
  startService,
  expect,
}) => {
  const { parameter } = await startService();
  const { page } = await open({ query: `?${parameter}` });
  await page.getByText('Checkout team').first().waitFor();
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
  await page.context().setOffline(false);
  await expect.poll(() => page.getByText('You are offline.').count()).toBe(0);
});
