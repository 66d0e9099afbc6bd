/** Tests of the list of mock services and the form. */
import type { Page } from 'playwright';
import { test, type Open } from '../support/harness.ts';
import type { Service } from '../support/service.ts';

test('the user can create, change and delete a mock service', async ({ open, service, expect }) => {
  const { fake, query } = service;
  const { page, troubles } = await open({ query: `${query}&view=services` });
  await page.getByRole('link', { name: 'New mock service' }).click();
  await page.getByLabel('Title').fill('Orders');
  await page.getByLabel('Allowed origins').fill('a.example\nb.example');
  await page.getByRole('button', { name: 'Add header' }).click();
  await page.getByLabel('Name of header 1').fill('x-mocked');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Orders' }).waitFor();
  const created = fake.mockServices.list().at(-1);
  expect(created).toMatchObject({
    title: 'Orders',
    config: {
      cors: { allowedOrigins: ['a.example', 'b.example'] },
      defaultResponseHeaders: { 'x-mocked': true },
    },
  });

  await page.getByLabel('Title').fill('Orders, frozen');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect(fake.mockServices.get(created?.id ?? '')?.title).toBe('Orders, frozen');

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => fake.mockServices.get(created?.id ?? '')).toBeUndefined();
  await expect.poll(() => page.getByRole('link', { name: /Orders/ }).count()).toBe(0);
  expect(troubles).toEqual([]);
});

test('the form shows an error next to the invalid field, and focuses the field', async ({
  open,
  service,
  expect,
}) => {
  const { fake, query } = service;
  const { page } = await open({ query: `${query}&view=services&mock=new` });
  await page.getByRole('button', { name: 'Add upstream' }).click();
  await page.getByLabel('URL of upstream 1').fill('nowhere');
  await page.getByRole('button', { name: 'Create' }).click();
  const field = page.getByLabel('URL of upstream 1');
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  const described = await field.getAttribute('aria-describedby');
  expect(await page.locator(`[id="${described}"]`).innerText()).toMatch(/absolute URL/);
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(fake.journal.find({ operation: 'createMockService' })).toEqual([]);
});

test('the form shows an error from the service next to the invalid field', async ({
  open,
  service,
  expect,
}) => {
  const { fake, query } = service;
  fake.faults.add({
    operation: 'updateMockService',
    status: 422,
    body: { errors: [{ pointer: '/data/title', detail: 'is taken' }] },
  });
  const id = fake.mockServices.list()[0]?.id;
  const { page } = await open({ query: `${query}&view=services&mock=${id}` });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('is taken', { exact: true }).waitFor();
  await expect.poll(() => page.getByLabel('Title').getAttribute('aria-invalid')).toBe('true');
});

test('saving a mock service keeps fields that are not in the form', async ({
  open,
  service: { fake, query },
  expect,
}) => {
  const upstream = { name: 'a', url: 'https://a.example', weight: 7 };
  const { id } = fake.mockServices.add({
    title: 'Orders',
    config: { upstreams: [upstream], mode: 'strict' } as object,
  });
  const { page } = await open({ query: `${query}&view=services&mock=${id}` });
  await page.getByLabel('Title').fill('Renamed');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect(fake.mockServices.get(id)).toMatchObject({
    title: 'Renamed',
    config: { upstreams: [upstream], mode: 'strict' },
  });
});

test('focus moves to a mock service when it is created, and to the heading of the list after a deletion', async ({
  open,
  service,
  expect,
}) => {
  const { page } = await open({ query: `${service.query}&view=services&mock=new` });
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.getByLabel('Title').fill('Orders');
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('Orders');
  await page.getByRole('button', { name: 'Delete' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect.poll(focused).toBe('Delete');
  await page.getByRole('button', { name: 'Delete' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await expect.poll(focused).toBe('Mock services');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
});

/** Opens the form for a new mock service, and types a title. */
async function startEditing(open: Open, { query }: Service) {
  const { page } = await open({ query: `${query}&view=services` });
  await page.getByRole('link', { name: 'New mock service' }).click();
  await page.getByLabel('Title').pressSequentially('Orders');
  await page.getByText('Not saved yet.').waitFor();
  return { page, dialog: page.getByRole('dialog', { name: 'Leave without saving?' }) };
}

const ways: readonly (readonly [name: string, go: (page: Page) => Promise<unknown>, to: string])[] = [
  ['opening another view', (page) => page.getByRole('link', { name: 'Workspaces' }).click(), 'Workspaces'],
  [
    'opening another mock service',
    (page) => page.getByRole('link', { name: /Payments/ }).click(),
    'Payments',
  ],
  ['going back', (page) => page.evaluate(() => history.back()), 'Mock services'],
];

test.for(ways)(
  'the page asks for confirmation before %s discards unsaved changes',
  async ([, go, heading], { open, service, expect }) => {
    const { page, dialog } = await startEditing(open, service);
    const address = page.url();
    await go(page);
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    expect(page.url()).toBe(address);
    expect(await page.getByLabel('Title').inputValue()).toBe('Orders');
    await go(page);
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('heading', { name: heading }).waitFor();
    const fields = () =>
      page.evaluate(() => [...document.querySelectorAll('input')].map(({ value }) => value));
    await expect.poll(fields).not.toContain('Orders');
    expect(await dialog.count()).toBe(0);
  },
);

test('the browser asks for confirmation before a reload or a switch to another service discards unsaved changes', async ({
  open,
  service,
  expect,
}) => {
  const { page } = await startEditing(open, service);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.evaluate(() => location.reload());
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await page.getByRole('button', { name: 'Service:' }).click();
  await page.getByLabel('Address of the service').fill('');
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect.poll(() => asked).toEqual(['beforeunload', 'beforeunload']);
  expect(await page.getByLabel('Title').inputValue()).toBe('Orders');
  page.removeAllListeners('dialog');
});

test('the page does not ask for confirmation if all changes are saved or undone', async ({
  open,
  service,
  expect,
}) => {
  const { page, dialog } = await startEditing(open, service);
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Orders' }).waitFor();
  await page.getByLabel('Title').fill('Orders 2');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await page.getByLabel('Title').fill('Orders 3');
  await page.getByText('Not saved yet.').waitFor();
  await page.getByLabel('Title').fill('Orders 2');
  await page.getByRole('link', { name: 'Workspaces' }).click();
  await page.getByRole('heading', { name: 'Workspaces' }).waitFor();
  expect(await dialog.count()).toBe(0);
});
