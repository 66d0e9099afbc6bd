import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { inject } from 'vitest';
import { test } from '../support/harness.ts';
import { keepBusy } from '../support/pages.ts';

test('the policy of the built page is never violated, and violations are noticed', async ({
  open,
  expect,
}) => {
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
  // Reported for the policies of the page and of the header.
  await expect.poll(() => [...new Set(troubles)]).toEqual(['script-src-elem inline']);
  expect(await page.evaluate(() => 'hasRun' in globalThis)).toBe(false);
});

/** Size of scripts as sent, compressed. */
async function weightOf(names: readonly string[]): Promise<number> {
  const folder = join(inject('explorer').folder, 'assets');
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name))));
  return texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
}

/** The scripts that a visit loads before the first render. */
const visits = [
  ['the workspaces', '', '.workspace', 47_000],
  ['the log of a workspace with its charts', '&view=activity&workspace=', '.uplot >> nth=1', 105_500],
  ['the mock services', '&view=services', '.services-list li', 54_000],
] as const;

test.for(visits)(
  'a visit to %s loads little script',
  async ([name, query, ready, limit], { open, startService, expect }) => {
    const { fake, parameter } = await startService();
    const { page } = await open({ query: 'icon.svg', context: {} });
    await keepBusy(page);
    const loaded = new Set<string>();
    page.on('request', (request) => {
      const file = /\/assets\/([^/]+\.js)$/.exec(request.url())?.[1];
      if (file !== undefined) loaded.add(file);
    });
    const id = query.endsWith('=') ? fake.workspaces.list()[0]?.id : '';
    await page.goto(`${inject('explorer').built}?${parameter}${query}${id}`);
    await page.locator(ready).first().waitFor();
    await page.waitForLoadState('networkidle');
    const weight = await weightOf([...loaded]);
    console.log(`${name}: ${weight} bytes of script in ${loaded.size} files`);
    expect(weight).toBeGreaterThan(30_000);
    expect(weight).toBeLessThan(limit);
  },
);

test('all scripts together, with the fake server, weigh at most 150 KB', async ({ expect }) => {
  const all = await readdir(join(inject('explorer').folder, 'assets'));
  const weight = await weightOf(all.filter((name) => name.endsWith('.js')));
  console.log(`everything: ${weight} bytes of script`);
  expect(weight).toBeLessThanOrEqual(150 * 1024);
});
