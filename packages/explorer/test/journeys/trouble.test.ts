/** Journeys with failures, fakes, and unusual browsers. */
import { serve } from '@mock-services/fake-server/node';
import { createWorlds } from '@mock-services/fake-server/core';
import { clipboard, createShop, rowOf, test, violationsOf } from '../support/journey.ts';

test.for([
  ['through the program', false],
  ['directly', true],
] as const)(
  'after a 401, a user can enter a token and continue, %s',
  async ([, isDirect], { open, expect }) => {
    const { fake, log } = createShop(50);
    const options = { requiredToken: 'right-token', isDirect };
    const { page, service } = await open(fake, isDirect ? '' : log, options);
    if (isDirect) await page.goto(`${page.url()}${log}&service=${encodeURIComponent(service.url)}`);
    const alert = page.getByRole('alert');
    await alert.getByText('This service needs a valid token').waitFor();
    await page.getByRole('button', { name: /Needs a token/ }).waitFor();
    const field = alert.getByLabel('Token for the service');
    await field.fill('wrong-token');
    await field.press('Enter');
    await alert.getByText('It may be mistyped or have expired.').waitFor();
    // While a token is tried, the form sends no other one.
    await alert.getByRole('button', { name: 'Use token' }).waitFor();
    await alert.getByLabel('Token for the service').fill('Bearer right-token');
    await alert.getByLabel('Token for the service').press('Enter');
    await page.getByText('50 exchanges').waitFor();
    expect(page.url()).not.toContain('right-token');
    await page.getByRole('button', { name: 'Fake server' }).waitFor();
  },
);

test('a create that fails after it was applied shows the error and the mock service', async ({
  open,
  expect,
}) => {
  const { fake } = createShop(0);
  const { page } = await open(fake, '?view=services&panel=fake');
  const panel = page.getByRole('complementary', { name: 'Fake server' });
  await panel.getByLabel('Operation', { exact: true }).selectOption('createMockService');
  await panel.getByLabel('Ending').selectOption('Reset the connection');
  await panel.getByLabel('Number of requests').fill('1');
  await panel.getByLabel('Let the operation take effect').check();
  await panel.getByText('Only for some requests').click();
  await panel.getByLabel('Matcher, as JSON').fill('{"body": {"title": "Created nevertheless"}}');
  await panel.getByRole('button', { name: 'Inject fault' }).click();
  await panel.getByText('applied 0 of 1 times').waitFor();

  await page.getByRole('link', { name: 'New mock service' }).click();
  await page.getByLabel('Title').fill('Created nevertheless');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('alert').getByText('may have been applied nevertheless').waitFor();
  await page.getByRole('link', { name: 'Created nevertheless' }).waitFor();
  await panel.getByText('applied 1 of 1 times').waitFor();
  expect(fake.mockServices.list().at(-1)?.title).toBe('Created nevertheless');

  await panel.getByRole('heading', { name: 'Journal' }).click();
  await panel.getByRole('list', { name: 'Received requests' }).getByText('fault 1').waitFor();
  await panel.getByRole('button', { name: 'Remove fault 1' }).click();
  await expect.poll(() => fake.faults.list()).toEqual([]);
});

test('a delete or an update whose response is lost shows the error and what the service has', async ({
  open,
  expect,
}) => {
  const { fake } = createShop(0);
  const [first, second] = fake.mockServices.list();
  const { page } = await open(fake, `?view=services&mock=${first?.id ?? ''}`);
  // The client of the page sends each request twice.
  const lost = { reset: true, takesEffect: true, times: 2 } as const;
  fake.faults.add({ operation: 'deleteMockService', ...lost });
  fake.faults.add({ operation: 'updateMockService', ...lost });
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('alert').waitFor();
  await page.getByText('149', { exact: true }).waitFor();
  expect(await page.getByRole('link', { name: first?.title ?? '', exact: true }).count()).toBe(0);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: second?.title ?? '', exact: true }).click();
  await page.getByLabel('Title').fill('Renamed nevertheless');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').getByText('may have been applied nevertheless').waitFor();
  await page.getByRole('link', { name: 'Renamed nevertheless' }).waitFor();
});

test('a user can set the clock, seed and reset a fake server, and switch its world', async ({
  open,
  expect,
}) => {
  const { fake } = createShop(0);
  const worlds = createWorlds({ create: (name) => (name === 'default' ? fake : createShop(0).fake) });
  const { page } = await open(worlds, '?panel=fake');
  const panel = page.getByRole('complementary', { name: 'Fake server' });
  await page.getByRole('listitem').filter({ hasText: 'Checkout' }).getByText('in 7 d').waitFor();
  await panel.getByRole('button', { name: 'Advance the clock by 7 days' }).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Checkout' })
    .getByText(/in (2[0-3]|1\d) h/)
    .waitFor();

  await panel.getByLabel('Seed, as JSON').fill('{"workspaces": [{"name": 7}]}');
  await panel.getByRole('button', { name: 'Seed', exact: true }).click();
  await panel.getByText('workspaces[0].name').waitFor();
  await panel.getByLabel('Seed, as JSON').fill('{"workspaces": [{"name": "Alone"}]}');
  await panel.getByRole('button', { name: 'Seed', exact: true }).click();
  await page.getByRole('link', { name: 'Alone', exact: true }).waitFor();
  fake.workspaces.add({ name: 'Added later' });
  await panel.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
  await page.getByText('1', { exact: true }).waitFor();
  expect(fake.workspaces.list().length).toBe(1);

  await panel.getByLabel('Existing or new world').fill('checkout-17');
  await panel.getByRole('button', { name: 'Open' }).click();
  await page.getByText('World: checkout-17').waitFor({ state: 'attached' });
  await page.getByRole('link', { name: 'Checkout', exact: true }).waitFor();
  expect(page.url()).toContain('world=checkout-17');
});

test('the log can be used with the keyboard alone', async ({ open, expect }) => {
  const { fake, workspace, log } = createShop();
  const { page } = await open(fake, log, { context: clipboard });
  const newest = fake.activity
    .list(workspace)
    .toSorted((one, other) => (one.timestamp < other.timestamp ? 1 : -1));
  await page.getByText('5,000 exchanges').waitFor();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-index'));
  // The second skip link leads to the first row.
  await press('Tab', 'Tab', 'Enter');
  await expect.poll(focused).toBe('0');
  await press('ArrowDown', 'ArrowDown', 'Enter');
  const heading = page.getByRole('region', { name: 'Exchange' }).getByRole('heading', { level: 2 });
  await heading.getByText(newest[2]?.request.path ?? '').waitFor();
  await press('ArrowDown');
  await expect.poll(() => page.url()).toContain(newest[3]?.id);
  await press('End');
  await expect.poll(focused).toBe('4999');
  await expect.poll(() => page.url()).toContain(newest.at(-1)?.id);
  await press('Home');
  await expect.poll(focused).toBe('0');
  await expect.poll(() => page.url()).toContain(newest[0]?.id);

  await page.getByRole('button', { name: 'Copy', exact: false }).last().focus();
  await press('Enter', 'Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('curl command');
  await press('Escape');
  await expect.poll(() => page.getByRole('button', { name: 'curl command', exact: true }).count()).toBe(0);
  await press('Escape');
  await expect.poll(() => heading.count()).toBe(0);
  await expect.poll(focused).toBe('0');
  await press('Enter');
  await heading.waitFor();
  await press('Escape');
  await expect.poll(() => heading.count()).toBe(0);
  await press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await press('Escape', '/');
  await page.keyboard.type('no such text');
  await page.getByText('No exchange matches the filters').waitFor();
});

test('the log and the mock services can be used on a phone', async ({ open, expect }) => {
  const { fake, log } = createShop();
  const context = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const { page, troubles } = await open(fake, log, { context });
  await page.getByText('5,000 exchanges').waitFor();
  const widthOf = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await widthOf()).toBe(390);
  expect(await page.locator('[role=row][data-index]').count()).toBeGreaterThan(5);
  await rowOf(page, 0).tap();
  const exchange = page.getByRole('region', { name: 'Exchange' });
  expect(await exchange.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390 });
  await exchange.getByRole('button', { name: 'Close' }).tap();
  await expect.poll(() => exchange.count()).toBe(0);

  await page.getByRole('link', { name: 'Mock services' }).tap();
  await page.getByRole('link', { name: 'Orders 100' }).tap();
  const title = page.getByLabel('Title');
  await title.waitFor();
  expect((await title.boundingBox())?.y).toBeLessThan(500);
  await expect.poll(() => page.getByRole('link', { name: 'Orders 101' }).count()).toBe(0);
  await page.getByRole('link', { name: '‹ Mock services' }).tap();
  await page.getByRole('link', { name: 'Orders 001' }).waitFor();
  expect(await widthOf()).toBe(390);
  expect(troubles).toEqual([]);
});

test('the page keeps its data while the service is down, and reloads it afterwards', async ({
  open,
  expect,
}) => {
  const { fake } = createShop(0);
  const { page, service } = await open(fake, '?view=services');
  await page.getByText('150', { exact: true }).waitFor();
  const { port } = service;
  await service.close();
  await page.getByRole('button', { name: /Not reachable/ }).waitFor();
  // The old data stays, and the page offers nothing that cannot work.
  await page.getByText('The service is not running').waitFor();
  await page.getByRole('link', { name: 'Orders 001' }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'New mock service' }).count()).toBe(0);
  fake.mockServices.add({ title: 'Added meanwhile' });
  const again = await serve(fake, { port, admin: true });
  try {
    await page.getByRole('link', { name: 'Added meanwhile' }).waitFor();
    await expect.poll(() => page.getByText('The service is not running').count()).toBe(0);
    await page.getByRole('link', { name: 'New mock service' }).waitFor();
  } finally {
    await again.close();
  }
});

test('without a service, the page shows sample data; it rejects an invalid URL', async ({ open, expect }) => {
  const { fake } = createShop(0);
  const { page, troubles } = await open(fake, '', { isDirect: true });
  await page.getByRole('link', { name: 'Checkout team', exact: true }).click();
  await page.getByText('2,000 exchanges').waitFor();
  await page.getByRole('button', { name: 'Fake server' }).click();
  await page.getByRole('complementary', { name: 'Fake server' }).waitFor();
  await page.goto(`${page.url().split('?')[0]}?service=nowhere`);
  await page.getByText('Enter a URL that begins with https://').waitFor();
  expect(troubles).toEqual([]);
});

test('the page shows a message with a copy button if rendering fails', async ({ open, expect }) => {
  const { fake } = createShop(0);
  const { page } = await open(fake, '', { context: clipboard });
  await page.getByText('40', { exact: true }).waitFor();
  // The list uses this function whenever its relative times change.
  await page.evaluate(() => {
    const toSorted = (): never => {
      throw new Error('broken on purpose');
    };
    Reflect.set(Array.prototype, 'toSorted', toSorted);
  });
  await page.getByText('This part of the page failed').waitFor();
  await page.getByRole('button', { name: 'Copy the error' }).click();
  await page.getByText('Copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('broken on purpose');
  await page.getByRole('link', { name: 'Mock services' }).waitFor();

  await page.route('**/*.js', (route) => route.abort());
  await page.reload();
  await page.getByText('The page did not start.').waitFor();
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
