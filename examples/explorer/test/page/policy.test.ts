import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { inject } from 'vitest';
import { test } from '../harness.ts';

test('the policy of the built page is never violated, though it would notice', async ({ open, expect }) => {
  const { page, troubles } = await open({ query: '?panel=fake' });
  await page.getByRole('link', { name: 'Checkout team', exact: true }).click();
  await page.locator('.uplot').nth(1).waitFor();
  await page.getByText('/me/picture').click();
  await page.getByRole('region', { name: 'Exchange' }).locator('img').waitFor();
  await page.getByRole('link', { name: 'Mock services' }).click();
  await page.getByRole('link', { name: /Payments/ }).click();
  await page.getByLabel('Title').waitFor();
  expect(troubles).toEqual([]);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'globalThis.hasRun = true';
    document.body.append(script);
  });
  // Told by the policy of the page and by that of the header.
  await expect.poll(() => [...new Set(troubles)]).toEqual(['script-src-elem inline']);
  expect(await page.evaluate(() => 'hasRun' in globalThis)).toBe(false);
});

/** Bytes of scripts as they are sent, compressed. */
async function weightOf(names: readonly string[]): Promise<number> {
  const folder = join(inject('explorer').folder, 'assets');
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name))));
  return texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
}

test('a log is on the screen with less than 150 KB of script', async ({ open, startService, expect }) => {
  const { fake, parameter } = await startService();
  const { page } = await open({ query: 'icon.svg' });
  const loaded = new Set<string>();
  page.on('request', (request) => {
    const name = /\/assets\/([^/]+\.js)$/.exec(request.url())?.[1];
    if (name !== undefined) loaded.add(name);
  });
  const id = fake.workspaces.list()[0]?.id;
  await page.goto(`${inject('explorer').built}?${parameter}&view=activity&workspace=${id}`);
  await page.locator('.activity-row').first().waitFor();
  await page.locator('.uplot').nth(1).waitFor();
  // The plotting library comes when the table is there.
  const first = [...loaded].filter((name) => !name.startsWith('charts-'));
  expect(first.length).toBeLessThan(loaded.size);
  expect(await weightOf(first)).toBeLessThan(150_000);
  const all = await readdir(join(inject('explorer').folder, 'assets'));
  // With the fake server and everything else.
  expect(await weightOf(all.filter((name) => name.endsWith('.js')))).toBeLessThan(200_000);
});
