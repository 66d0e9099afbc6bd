/** Tests how the page shows pending requests, failures and a lost connection. */
import { test } from '../support/harness.ts';

test('the page explains why a service URL is invalid', async ({ open }) => {
  const { page } = await open({ query: '?service=ftp://mocks.example.com' });
  await page.getByText(/Expected an absolute http or https URL/).waitFor();
  await page.getByLabel('Address of the service').fill('');
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByText('Checkout team').first().waitFor();
});

test('the page shows a placeholder while data is loading', async ({
  open,
  service: { fake, query },
  expect,
}) => {
  fake.faults.add({ operation: 'listWorkspaces', hang: true });
  const { page } = await open({ query });
  await page.getByText('Reading the workspaces').waitFor();
  expect(await page.locator('[aria-busy=true]').count()).toBe(1);
  fake.faults.clear();
});

test('the page shows the error message of the service, and retries when the user clicks “Try again”', async ({
  open,
  service: { fake, query },
  expect,
}) => {
  fake.faults.add({
    operation: 'listWorkspaces',
    status: 403,
    body: { title: 'Forbidden', detail: 'Ask Ann for access.' },
  });
  const { page } = await open({ query });
  const failure = page.getByRole('alert');
  await failure.getByText('The service denied access: 403 Forbidden').waitFor();
  await failure.getByText('Ask Ann for access.').waitFor();
  const text = (await failure.textContent()) ?? '';
  expect(text).toMatch(/GET http.*\/configuration\/workspaces/);
  expect(text).not.toMatch(/listWorkspaces|Error|baseUrl|`/);
  expect(text.match(/Forbidden/g)).toHaveLength(1);
  // The click causes the request, because the automatic retry comes much later.
  const received = fake.journal.entries().length;
  fake.faults.clear();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => fake.journal.entries().length).toBeGreaterThan(received);
  await page.getByText('Checkout team').first().waitFor();
});

test('the page shows that a retry is pending until the last retry has failed', async ({
  open,
  service,
  expect,
}) => {
  const { fake, query } = service;
  fake.faults.add({ operation: 'listWorkspaces', hang: true });
  fake.faults.add({ operation: 'listWorkspaces', status: 503, times: 1 });
  const { page } = await open({ query });
  const retrying = page.getByText('trying again');
  await retrying.waitFor();
  // Clearing the faults releases hanging requests and lets the last retry succeed.
  fake.faults.clear();
  fake.faults.add({ operation: 'listWorkspaces', status: 503 });
  await page.getByRole('alert').waitFor();
  await expect.poll(() => retrying.count()).toBe(0);
});

test('the page header shows that the service has become unreachable, and later that it can be reached again', async ({
  open,
  service: { fake, query },
  expect,
}) => {
  const { page } = await open({ query });
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
  // The page retries automatically.
  await said('The service can be reached again.').waitFor();
  await page.getByRole('link', { name: /Payments/ }).waitFor();
  expect(await trouble.count()).toBe(0);
});

test('the page checks the service every 15 seconds, and shows no state before the first response', async ({
  open,
  service: { fake, query },
  expect,
}) => {
  fake.faults.add({ operation: 'listWorkspaces', hang: true });
  const { page } = await open({ query, prepare: (empty) => empty.clock.install() });
  const button = page.getByRole('button', { name: 'Service:' });
  const state = () => button.locator('[data-state]').getAttribute('data-state');
  await expect.poll(state).toBe('unknown');
  fake.faults.clear();
  await expect.poll(state).toBe('ok');
  fake.faults.add({ operation: 'listWorkspaces', reset: true });
  await page.clock.fastForward(15_000);
  await button.getByText('Not reachable').waitFor();
});

test.for([
  ['an error', { status: 503 }],
  ['a denial', { status: 401 }],
  ['a response of another shape', { body: { data: [{ id: 7 }] } }],
] as const)(
  'the page marks a service as failing if the service responds with %s',
  async ([, fault], { open, service, expect }) => {
    const { fake, query } = service;
    fake.faults.add({ operation: 'listWorkspaces', ...fault });
    const { page } = await open({ query });
    const button = page.getByRole('button', { name: 'Service:' });
    const dot = button.locator('[data-state]');
    await button.getByText('Failing', { exact: true }).waitFor();
    expect(await page.getByText('Not reachable').count()).toBe(0);
    const image = () => dot.evaluate((element) => getComputedStyle(element).backgroundImage);
    // The value of --server-error in the light theme.
    expect(await image()).toContain('rgb(173, 26, 34)');
    // Open another view that works, and return.
    await page.getByRole('link', { name: 'Mock services' }).click();
    await expect.poll(() => dot.getAttribute('data-state')).toBe('ok');
    await page.getByRole('link', { name: 'Workspaces' }).click();
    await button.getByText('Failing', { exact: true }).waitFor();
    fake.faults.clear();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => dot.getAttribute('data-state')).toBe('ok');
  },
);

test('the page does not mark the service as failing after a 404 response', async ({
  open,
  service,
  expect,
}) => {
  const { fake, query } = service;
  fake.faults.add({ operation: 'listWorkspaces', status: 404 });
  const { page } = await open({ query });
  await page.getByRole('alert').filter({ hasText: '404 Not Found' }).waitFor();
  expect(await page.locator('header [data-state]').getAttribute('data-state')).toBe('ok');
});

test('the page shows a single notice while the browser is offline, and follows the log when the browser is online again', async ({
  open,
  service: { fake, logQuery },
  expect,
}) => {
  const id = fake.workspaces.list()[0]?.id ?? '';
  const { page } = await open({ query: logQuery(id) });
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

test('the page explains a request that failed because the browser is offline', async ({
  open,
  service: { fake, query },
}) => {
  const { title } = fake.mockServices.add({ title: 'Never read' });
  const { page } = await open({ query: `${query}&view=services` });
  const link = page.getByRole('link', { name: title });
  await link.waitFor();
  await page.context().setOffline(true);
  await link.click();
  await page.locator('[role=alert] pre', { hasText: /GET .*\/configuration\/mock-service\// }).waitFor();
  await page.getByText('The page retries when the network is available again.').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('heading', { level: 2, name: title }).waitFor();
});
