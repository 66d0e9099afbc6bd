/** The content security policy of the built page, and the size of its scripts. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { inject } from 'vitest';
import { keepBusy, test } from '../support/harness.ts';

test('obeys its content security policy, which rejects an inline script', async ({ open, expect }) => {
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

/** Size of compressed scripts in bytes. */
async function weightOf(names: readonly string[]): Promise<number> {
  const folder = join(inject('explorer').folder, 'assets');
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name))));
  return texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
}

/** Views, and the maximum bytes of script that they load. */
const visits = [
  ['the workspaces', '', '.workspace', 47_000],
  ['the log of a workspace with its charts', '&view=activity&workspace=', '.uplot >> nth=1', 105_500],
  ['the mock services', '&view=services', '.services-list li', 54_000],
] as const;

test.for(visits)(
  'loads few scripts for %s',
  async ([name, view, ready, limit], { open, service: { fake, query }, expect }) => {
    const loaded = new Set<string>();
    const id = view.endsWith('=') ? fake.workspaces.list()[0]?.id : '';
    const { page } = await open({
      query: `${query}${view}${id}`,
      prepare: async (empty) => {
        await keepBusy(empty);
        empty.on('request', (request) => {
          const file = /\/assets\/([^/]+\.js)$/.exec(request.url())?.[1];
          if (file !== undefined) loaded.add(file);
        });
      },
    });
    await page.locator(ready).first().waitFor();
    await page.waitForLoadState('networkidle');
    const weight = await weightOf([...loaded]);
    console.log(`${name}: ${weight} bytes of script in ${loaded.size} files`);
    expect(weight).toBeGreaterThan(30_000);
    expect(weight).toBeLessThan(limit);
  },
);

test('has at most 150 KB of scripts, including the fake server', async ({ expect }) => {
  const all = await readdir(join(inject('explorer').folder, 'assets'));
  const weight = await weightOf(all.filter((name) => name.endsWith('.js')));
  console.log(`All scripts: ${weight} bytes`);
  expect(weight).toBeLessThanOrEqual(150 * 1024);
});
