/**
 * What users do every day, with 40 workspaces, 150 mock services and a log of 5,000 exchanges. `npm test` runs these journeys
 * with the sources of the page.
 */
import { clipboard, copied, createShop, rowOf, test } from '../support/journey.ts';

test('a user can rename mock service 100 of 150', async ({ open, expect }) => {
  const { fake } = createShop(0);
  const target = fake.mockServices.list()[99];
  const id = target?.id ?? '';
  const config = { ...target?.config, note: 'kept' };
  fake.mockServices.update(id, { config });
  const { page, troubles } = await open(fake, '?view=services');
  const link = page.getByRole('link', { name: 'Orders 100' });
  await link.click();
  // The form is beside the list, and both are in sight.
  const title = page.getByLabel('Title');
  await expect.poll(() => title.inputValue()).toBe('Orders 100');
  expect((await title.boundingBox())?.y).toBeLessThan(400);
  expect((await link.boundingBox())?.y).toBeGreaterThan(0);
  expect((await link.boundingBox())?.y).toBeLessThan(900);

  await title.fill('Bestellungen ü 100');
  await page.getByRole('link', { name: 'Orders 101' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect(fake.mockServices.get(id)).toMatchObject({ title: 'Bestellungen ü 100', config: { note: 'kept' } });
  await page.getByRole('link', { name: 'Bestellungen ü 100' }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Orders 100' }).count()).toBe(0);
  expect(troubles).toEqual([]);
});

test('a user can search, create and delete mock services', async ({ open, expect }) => {
  const { fake } = createShop(0);
  const { page } = await open(fake, '?view=services');
  await page.getByText('150', { exact: true }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('SÜD 15');
  await page.getByText('1 of 150').waitFor();
  await page.getByRole('searchbox').fill('nothing like this');
  await page.getByText('No entry contains').waitFor();
  await page.getByRole('searchbox').fill('');

  await page.getByRole('link', { name: 'New mock service' }).click();
  await page.getByText('Without a title').waitFor();
  await page.getByLabel('Title').fill('Payments');
  await expect.poll(() => page.getByText('Without a title').count()).toBe(0);
  await page.getByRole('button', { name: 'Add upstream' }).click();
  await page.getByRole('button', { name: 'Create' }).click();
  const url = page.getByLabel('URL of upstream 1');
  await page.getByText('Enter a URL that begins with https://').waitFor();
  expect(await url.evaluate((field) => field === document.activeElement)).toBe(true);
  await url.fill('https://payments.example');
  await page.getByLabel('Allowed origins').fill('a.example\n b.example\n');
  await page.getByRole('button', { name: 'Add header' }).click();
  await page.getByLabel('Name of header 1').fill('x-mocked');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Payments' }).waitFor();
  const created = fake.mockServices.list().at(-1);
  expect(created).toMatchObject({
    title: 'Payments',
    config: {
      cors: { allowedOrigins: ['a.example', 'b.example'] },
      defaultResponseHeaders: { 'x-mocked': true },
      upstreams: [{ name: '', url: 'https://payments.example' }],
    },
  });

  fake.faults.add({
    operation: 'updateMockService',
    status: 422,
    times: 1,
    body: { errors: [{ pointer: '/data/title', detail: 'is taken' }] },
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('is taken').waitFor();
  expect(await page.getByLabel('Title').getAttribute('aria-invalid')).toBe('true');

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => fake.mockServices.get(created?.id ?? '')).toBeUndefined();
  await expect.poll(() => page.getByRole('link', { name: 'Payments' }).count()).toBe(0);

  await page.goto(`${page.url()}&mock=${created?.id}`);
  await page.getByText('The service has no such mock service').waitFor();
  await page.getByRole('link', { name: 'All mock services' }).click();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

test("a user can read a workspace's configuration and switch to another log", async ({ open, expect }) => {
  const { fake, workspace } = createShop(20);
  const { page } = await open(fake);
  await page.getByText('40', { exact: true }).waitFor();
  const expired = page.getByRole('listitem').filter({ hasText: 'Team 08' });
  expect(await expired.innerText()).toMatch(/expired 1 d ago/);
  expect(await expired.getByText('1 d ago').getAttribute('title')).toMatch(/^\d{4}-\d\d-\d\d .* UTC$/);
  await page.getByRole('searchbox').fill('checkout');
  await page.getByRole('link', { name: 'Configuration of Checkout' }).click();
  await page.getByText('Allowed origins').waitFor();
  await page.getByRole('link', { name: 'Open the log' }).click();
  await page.getByText('20 exchanges').waitFor();
  expect(page.url()).toContain(workspace);
  await page.getByLabel('Workspace', { exact: true }).selectOption('Team 03');
  await page.getByText('Nothing has been recorded yet').waitFor();
  await page.getByRole('link', { name: 'Workspaces', exact: true }).first().click();
  await page.getByRole('heading', { name: 'Workspaces' }).waitFor();
});

test('what other clocks date in the future happened just now, but can expire later', async ({
  open,
  expect,
}) => {
  const { fake, workspace } = createShop(0);
  const times = [86_400_000, -90_000].map((ms) => new Date(Date.now() + ms).toISOString());
  const services = fake.mockServices.list();
  for (const [index, updatedAt] of times.entries())
    fake.mockServices.update(services[index]?.id ?? '', { updatedAt });
  fake.workspaces.update(workspace, { createdAt: times[0], expiresAt: '9999-01-01T00:00:00.000Z' });
  const { page } = await open(fake, '?view=services');
  const item = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  await item(services[0]?.title ?? '')
    .getByText('updated just now')
    .waitFor();
  await item(services[1]?.title ?? '')
    .getByText(/updated [1-9] min ago/)
    .waitFor();
  await page.getByRole('link', { name: 'Workspaces' }).click();
  await item('Checkout').getByText('created just now').waitFor();
  expect(await item('Checkout').innerText()).toMatch(/expires in \d+ d/);
});

test('a user can find the slowest request of an hour and copy it as curl', async ({ open, expect }) => {
  const { fake, workspace, log } = createShop();
  const { page, troubles } = await open(fake, log, { context: clipboard });
  const all = fake.activity.list(workspace);
  await page.getByText('5,000 exchanges').waitFor();
  expect(await page.locator('[role=row][data-index]:visible').count()).toBeGreaterThanOrEqual(18);

  // Scroll away, so that sorting has to return to the first row.
  await rowOf(page, 0).hover();
  await page.mouse.wheel(0, 20_000);
  await page.getByRole('button', { name: 'Newest' }).waitFor();
  await page.getByRole('button', { name: 'Duration' }).click();
  const slowest = Math.max(...all.map(({ response }) => response.responseTimeMs));
  const format = (ms: number) => `${ms.toLocaleString('en')} ms`;
  await expect.poll(() => rowOf(page, 0).innerText()).toContain(format(slowest));
  expect(page.url()).toContain('sort=-ms');
  expect(await page.getByRole('columnheader', { name: 'Duration' }).getAttribute('aria-sort')).toBe(
    'descending',
  );

  await page.getByRole('button', { name: 'Duration' }).click();
  const fastest = Math.min(...all.map(({ response }) => response.responseTimeMs));
  await expect.poll(() => rowOf(page, 0).innerText()).toContain(format(fastest));
  await page.getByRole('button', { name: 'Duration' }).click();

  await page.getByLabel('Time', { exact: true }).selectOption('Last hour');
  await expect.poll(() => page.url()).toContain('since=1h');
  await expect.poll(() => rowOf(page, 0).innerText()).toContain(format(slowest));
  await rowOf(page, 0).click();
  const exchange = page.getByRole('region', { name: 'Exchange' });
  const found = all.find(({ response }) => response.responseTimeMs === slowest);
  await exchange
    .getByRole('heading', { level: 2 })
    .getByText(found?.request.path ?? '')
    .waitFor();
  await exchange.getByRole('button', { name: 'Copy', exact: false }).first().click();
  await exchange.getByRole('button', { name: 'curl command', exact: true }).click();
  await exchange.getByText('Copied without credentials').waitFor();
  expect(await copied(page)).toMatch(/^curl /);
  expect(await copied(page)).toContain(found?.request.path);
  expect(await copied(page)).not.toContain('8f14e45f');
  expect(troubles).toEqual([]);
});

test('a growing log shows new exchanges, keeps its scroll position and can be paused', async ({
  open,
  expect,
}) => {
  const { fake, workspace, log } = createShop();
  const { page } = await open(fake, log);
  const record = (path: string) => fake.activity.record(workspace, { request: { path } });
  await page.getByText('5,000 exchanges').waitFor();
  record('/first-arrival');
  await expect.poll(() => rowOf(page, 0).innerText()).toContain('/first-arrival');

  // A row in sight does not move while the user reads further down.
  await rowOf(page, 3).hover();
  await page.mouse.wheel(0, 1500);
  await page.getByRole('button', { name: 'Newest' }).waitFor();
  const seen = page.locator('[data-index="58"]');
  const before = await seen.boundingBox();
  const text = await seen.innerText();
  record('/second-arrival');
  await page.getByText('5,002 exchanges').waitFor();
  const after = page.locator('[data-index="59"]');
  await expect.poll(() => after.innerText()).toBe(text);
  expect(Math.abs(((await after.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);

  await page.getByRole('button', { name: 'Pause' }).click();
  record('/third-arrival');
  await page.getByText('1 new').waitFor();
  await page.getByText('5,002 exchanges').waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('5,003 exchanges').waitFor();
  await page.getByRole('button', { name: 'Newest' }).click();
  await expect.poll(() => rowOf(page, 0).innerText()).toContain('/third-arrival');
});
