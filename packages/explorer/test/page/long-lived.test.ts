/** A tab that outlives the deployment it was opened from. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { inject, type ExpectStatic } from 'vitest';
import { test } from '../support/harness.ts';

/** Waits until a page has loaded all its files, and answers further requests for them with 404, as a later deployment does. */
async function replaceDeployment(page: Page, expect: ExpectStatic): Promise<void> {
  const files = await readdir(join(inject('explorer').folder, 'assets'));
  const missing = async () => {
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name.replace(/.*\//, '')),
    );
    return files.filter((file) => !loaded.includes(file));
  };
  await expect.poll(missing).toEqual([]);
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
  const statusOf = (file: string) => page.evaluate(async (path) => (await fetch(path)).status, file);
  expect(await statusOf(`assets/${files[0]}`)).toBe(404);
}

test('works with a service after a later deployment has replaced its files', async ({
  open,
  service: { fake, query },
  expect,
}) => {
  const { page, troubles } = await open({
    query,
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
  });
  await replaceDeployment(page, expect);

  await page.getByRole('link', { name: 'Checkout team', exact: true }).click();
  await page.locator('.uplot').nth(1).waitFor();
  await page.locator('.activity-row').first().click();
  await page.getByRole('button', { name: 'Copy as cURL' }).click();
  await page.getByText('Copied').waitFor();
  await page.getByRole('button', { name: 'Download HAR' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ log: { version: '1.2' } });

  fake.faults.add({ operation: 'listMockServices', status: 503, headers: { 'retry-after': '0' } });
  await page.getByRole('link', { name: 'Mock services' }).click();
  await page.getByText('The service failed with 503').waitFor();
  expect(fake.journal.find({ operation: 'listMockServices' })).toHaveLength(3);
  await page.getByRole('button', { name: 'Try again' }).click();
  fake.faults.clear();
  await page.getByRole('link', { name: /Payments/ }).waitFor();

  fake.faults.add({ operation: 'getMockService', body: { data: { id: 7 } } });
  await page.getByRole('link', { name: /Payments/ }).click();
  await page.getByText('The response does not match the interface').waitFor();
  await page.getByText(/data\.id: expected/).waitFor();
  fake.faults.clear();

  await page.goBack();
  await page.getByRole('link', { name: 'Workspaces' }).click();
  await page.getByText('Checkout team').first().waitFor();
  expect(troubles).toEqual([]);
});

test('works with the fake server after a later deployment has replaced its files', async ({
  open,
  expect,
}) => {
  const { page, troubles } = await open();
  await replaceDeployment(page, expect);
  await page.getByRole('link', { name: 'Mock services' }).click();
  await page.getByRole('link', { name: /Payments/ }).click();
  await page.getByLabel('Title').waitFor();
  await page.getByRole('button', { name: /fake server/i }).click();
  await page.getByRole('button', { name: 'Inject fault' }).waitFor();
  expect(troubles).toEqual([]);
});
