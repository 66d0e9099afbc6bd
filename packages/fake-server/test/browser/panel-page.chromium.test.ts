/** Tests the panel in pages that vitest does not serve: with a strict content security policy, in an iframe, on a phone. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { origin, pagesThatRun } from './panel-pages.ts';

const open = pagesThatRun(`
  import { createFakeServer } from '@mock-services/fake-server/core';
  import { showPanel } from '@mock-services/fake-server/browser';
  const fake = createFakeServer({ scenarios: { empty: (fake) => fake.seed({}), ${'a'.repeat(200)}: () => {} } });
  await showPanel(fake);
  fake.faults.add({ operation: 'listWorkspaces', status: 500, body: 1, headers: { 'x-a': 'b' } });
  void fake.fetch(fake.baseUrl + '/${'b'.repeat(300)}');
`);

const overflow = (page: Page) =>
  page.evaluate(() => {
    const panel = document.querySelector('mock-services-panel')?.shadowRoot?.querySelector('.panel');
    return [
      document.documentElement.scrollWidth - innerWidth,
      (panel?.scrollWidth ?? 9) - (panel?.clientWidth ?? 0),
    ];
  });

test('works and has its styles with a strict content security policy', async () => {
  const { page, problems } = await open();
  await page.getByRole('button', { name: 'Fake server' }).click();
  const panel = page.getByRole('dialog');
  expect(await panel.evaluate((element) => getComputedStyle(element).position)).toBe('fixed');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save state' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('seed.json');
  await page.getByRole('button', { name: 'createMockService: status 503' }).click();
  await page.getByRole('button', { name: 'empty', exact: true }).click();
  await panel.getByText('“empty” is applied.').waitFor();
  expect(page.url()).toBe(`${origin}/?fake=empty`);
  expect(problems).toEqual([]);
});

test('works in an iframe, and writes its link there', async () => {
  const { page, problems } = await open({ body: '<iframe src="/frame" width="600" height="600"></iframe>' });
  const frame = page.frameLocator('iframe');
  await frame.getByRole('button', { name: 'Fake server' }).click();
  await frame.getByRole('button', { name: 'empty', exact: true }).click();
  await frame.getByText('“empty” is applied.').waitFor();
  expect(page.frames().map((each) => each.url())).toEqual([`${origin}/`, `${origin}/frame?fake=empty`]);
  expect(problems).toEqual([]);
});

test.each([390, 320])('fits a screen that is %i px wide, also with long names and paths', async (width) => {
  const { page } = await open({ width });
  await page.getByRole('button', { name: 'Fake server' }).click();
  await page.getByText('applied: 0').waitFor();
  await page.getByRole('button', { name: /^Copy request 1, .* as curl$/ }).scrollIntoViewIfNeeded();
  expect(await overflow(page)).toEqual([0, 0]);
});
