import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';
import { test } from '../support/harness.ts';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Findings {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** The violations that axe finds, as text. */
async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate<Findings>("axe.run({ resultTypes: ['violations'] })");
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** Views: their query, an element to wait for, and further steps. */
const views: readonly (readonly [
  name: string,
  query: string,
  ready: string,
  act?: (page: Page) => Promise<void>,
])[] = [
  [
    'workspaces',
    '',
    '.workspace',
    async (page) => page.getByRole('button', { name: 'Configuration of Checkout team' }).click(),
  ],
  [
    'mock services',
    '?view=services',
    '.services-list li',
    async (page) => page.getByRole('link', { name: /Payments/ }).click(),
  ],
  [
    'a form with errors',
    '?view=services&mock=new',
    '.service-fields',
    async (page) => {
      await page.getByRole('button', { name: 'Add upstream' }).click();
      await page.getByRole('button', { name: 'Create' }).click();
      await page.locator('[aria-invalid=true]').waitFor();
    },
  ],
  [
    'a log with its fake server',
    '?view=activity&panel=fake',
    '.chooser a',
    async (page) => {
      await page.getByRole('link', { name: 'Checkout team' }).click();
      await page.locator('.activity-row').first().waitFor();
      await page.locator('.uplot').nth(1).waitFor();
    },
  ],
  [
    'an exchange',
    '?view=activity',
    '.chooser a',
    async (page) => {
      await page.getByRole('link', { name: 'Checkout team' }).click();
      await page.locator('.activity-row').last().click();
      await page.getByRole('region', { name: 'Exchange' }).waitFor();
      await page.locator('.uplot').nth(1).waitFor();
    },
  ],
  [
    'two exchanges, in a sorted log that is searched',
    '?view=activity',
    '.chooser a',
    async (page) => {
      await page.getByRole('link', { name: 'Checkout team' }).click();
      await page.getByRole('columnheader', { name: 'Status' }).getByRole('button').click();
      await page.getByLabel('Search', { exact: true }).fill('http');
      await page.getByText(/^\d+ of \d+$/).waitFor();
      await page.locator('.activity-row').first().click();
      await page.getByRole('button', { name: 'Compare…' }).click();
      await page.locator('.activity-row').nth(2).click();
      await page.getByLabel('Response headers of the second exchange').waitFor();
    },
  ],
  [
    'an empty log',
    '?view=activity',
    '.chooser a',
    async (page) => page.getByRole('link', { name: 'Nightly runs' }).click(),
  ],
  ['a failure', '?service=ftp://a', '.state-failure'],
  [
    'the form for a service',
    '',
    '.workspace',
    async (page) => page.getByRole('button', { name: 'Service:' }).click(),
  ],
  [
    'a form with warnings and a question about unsaved changes',
    '?view=services&mock=new',
    '.service-fields',
    async (page) => {
      await page.getByLabel('Allowed origins').pressSequentially('a b');
      await page.getByRole('link', { name: 'Workspaces' }).click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  ['the keys', '', '.workspace', async (page) => page.keyboard.press('?')],
  ['a service that cannot be reached', '?service=http://127.0.0.1:9', '.picker-trouble'],
];

const width = 1280;

/** The settings that each page is checked with, in turn. */
const looks = [
  ['light', { colorScheme: 'light' }, width],
  ['dark', { colorScheme: 'dark' }, width],
  ['dark and narrow', { colorScheme: 'dark' }, 360],
] as const;

test.for(views)('has no violation that axe finds: %s', async ([, query, ready, act], { open, expect }) => {
  const { page } = await open({ query });
  await page.locator(ready).first().waitFor();
  await act?.(page);
  // Evaluated by the debugger, which the page's policy does not affect.
  await page.evaluate(await readFile(axe, 'utf8'));
  for (const [look, media, width] of looks) {
    // Transitions of colors would change the contrast.
    await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(overflow, { message: look }).toBe(0);
    expect({ look, violations: await violationsOf(page) }).toEqual({ look, violations: [] });
  }
});
