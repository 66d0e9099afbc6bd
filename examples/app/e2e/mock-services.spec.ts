/** Journeys in a real browser, each with its own fake server. */
import { expect, fakeTest } from '@mock-services/fake-server/playwright';

const test = fakeTest({ baseUrl: '/api', assertClean: true });

test.beforeEach(({ fake }) => {
  fake.workspaces.add({ name: 'Checkout' });
});

test('the list shows the mock services', async ({ page, fake }) => {
  fake.mockServices.add({ title: 'Orders' });
  fake.mockServices.add({ title: 'Carts' });
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Configurations' }).getByRole('listitem')).toHaveText([
    /^Carts/,
    /^Orders/,
  ]);
});

test('without mock services, the page says so', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText('There are no mock services.')).toBeVisible();
});

test('a mock service that the user adds appears in the list', async ({ page, fake }) => {
  await page.goto('/');
  await page.getByLabel('Title of a new mock service').fill('Orders');
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('listitem', { name: 'Orders' })).toBeVisible();
  await expect(page.getByLabel('Title of a new mock service')).toHaveValue('');
  expect(fake).toHaveReceived('createMockService', { body: { title: 'Orders' } }, { times: 1 });
});

test('a renamed mock service keeps its new title', async ({ page, fake }) => {
  const { id } = fake.mockServices.add({ title: 'Orders' });
  await page.goto('/');
  await page.getByRole('button', { name: 'Rename Orders' }).click();
  await page.getByLabel('New title of Orders').fill('Bestellungen');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Rename Bestellungen' })).toBeVisible();
  expect(fake.mockServices.get(id)?.title).toBe('Bestellungen');
  const body = { data: { title: 'Bestellungen' } };
  expect(fake).toHaveReceived('updateMockService', { body }, { times: 1 });
});

test('if the service refuses to delete a mock service, it stays in the list', async ({ page, fake }) => {
  fake.mockServices.add({ title: 'Orders' });
  fake.faults.add({ operation: 'deleteMockService', status: 403 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Delete Orders' }).click();
  await expect(page.getByText('The service refused the request (403).')).toBeVisible();
  await expect(page.getByRole('listitem', { name: 'Orders' })).toBeVisible();
  expect(fake).toHaveReceived('deleteMockService', {}, { times: 1 });
});

test('after the service was down, the user can try again', async ({ page, fake }) => {
  fake.mockServices.add({ title: 'Orders' });
  const down = fake.faults.add({ operation: 'listMockServices', status: 503 });
  await page.goto('/');
  const again = page.getByRole('button', { name: 'Try again' });
  // The client sends a failed request again, with pauses.
  await expect(again).toBeVisible({ timeout: 60_000 });
  down.remove();
  await again.click();
  await expect(page.getByRole('listitem', { name: 'Orders' })).toBeVisible();
  await expect(again).toBeHidden();
});

test('while the list is slow, the page does not say that it is empty', async ({ page, fake }) => {
  fake.mockServices.add({ title: 'Orders' });
  const slow = fake.faults.add({ operation: 'listMockServices', hang: true });
  await page.goto('/');
  await expect(page.getByText('Loading the mock services…')).toBeVisible();
  await expect(page.getByText('There are no mock services.')).toBeHidden();
  // The connection breaks, and the client sends the request again.
  slow.remove();
  await expect(page.getByRole('listitem', { name: 'Orders' })).toBeVisible();
});

test('after a lost response, the list shows the title that was stored', async ({ page, fake }) => {
  fake.mockServices.add({ title: 'Orders' });
  fake.faults.add({ operation: 'updateMockService', reset: true, takesEffect: true });
  await page.goto('/');
  await page.getByRole('button', { name: 'Rename Orders' }).click();
  await page.getByLabel('New title of Orders').fill('Bestellungen');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The response was lost.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Rename Bestellungen' })).toBeVisible();
});

test('two tabs show the same data', async ({ page, context, fake }) => {
  fake.mockServices.add({ title: 'Orders' });
  const other = await context.newPage();
  await page.goto('/');
  await other.goto('/');
  await page.getByRole('button', { name: 'Delete Orders' }).click();
  await expect(page.getByText('There are no mock services.')).toBeVisible();
  await other.reload();
  await expect(other.getByText('There are no mock services.')).toBeVisible();
});

test('a mock service of 5 MB can be renamed', async ({ page, fake }) => {
  const { id } = fake.mockServices.add({
    title: 'Large',
    config: { defaultResponseHeaders: { 'x-large': 'ü'.repeat(2_500_000) } },
  });
  await page.goto('/');
  await page.getByRole('button', { name: 'Rename Large' }).click();
  await page.getByLabel('New title of Large').fill('Huge');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Rename Huge' })).toBeVisible({ timeout: 60_000 });
  const { defaultResponseHeaders } = fake.mockServices.get(id)?.config ?? {};
  expect(defaultResponseHeaders?.['x-large']).toHaveLength(2_500_000);
});
