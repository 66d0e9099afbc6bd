/** Journeys in the lists of 40 workspaces and 150 mock services. */
import { createShop, test, violationsOf } from '../support/journey.ts';

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

test('no screen has accessibility findings, in light or dark mode', async ({ open, expect }) => {
  const { fake, workspace, log } = createShop(200);
  const [mock] = fake.mockServices.list();
  const entry = fake.activity.list(workspace)[100];
  const { page } = await open(fake);
  const base = page.url().split('?')[0] ?? '';
  for (const query of [
    '?view=workspaces',
    `?view=services&mock=${mock?.id}`,
    `${log}&entry=${entry?.id}&search=shop`,
    `${log}&panel=fake`,
  ]) {
    await page.goto(base + query);
    await page.locator('[data-state=ok]').first().waitFor();
    await page.locator('li, [data-index]').first().waitFor();
    if (query.includes('panel')) await page.getByRole('heading', { name: 'Journal' }).click();
    expect([query, await violationsOf(page)]).toEqual([query, []]);
  }
});
