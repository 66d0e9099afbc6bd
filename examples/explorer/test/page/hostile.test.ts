import type { Page } from 'playwright';
import type { StartService } from '../harness.ts';
import { test } from '../harness.ts';

/** What a stranger may put wherever there is text. A true right-to-left override would turn the rest around. */
const hostile = `<script>hasRun=1</script><img src=x onerror="hasRun=1">\u202egpj`;
/** How it is to be seen. */
const visible = hostile.replace('\u202e', '[U+202E]');

/** A service in which every text is hostile. */
async function startHostile(startService: StartService) {
  const { fake, parameter } = await startService();
  const { id: workspace } = fake.workspaces.add({ name: hostile });
  const { id: mock } = fake.mockServices.add({ title: hostile });
  fake.activity.record(workspace, {
    request: {
      method: 'POST',
      path: `/${hostile}`,
      headers: { 'x-name': hostile, [`x-${hostile}`]: 'value' },
    },
    response: { statusCode: 200, headers: { 'content-type': 'text/html' }, body: hostile },
  });
  return { workspace, mock, parameter };
}

const hasRun = (page: Page) => page.evaluate(() => 'hasRun' in globalThis);

test('texts of strangers are shown as they are, and nothing in them runs', async ({
  open,
  startService,
  expect,
}) => {
  const { workspace, mock, parameter } = await startHostile(startService);
  const { page, troubles } = await open({ query: `?${parameter}` });
  const main = page.getByRole('main');
  await main.getByRole('link', { name: visible, exact: true }).waitFor();

  await page.goto(`${page.url()}&view=services&mock=${mock}`);
  await main.getByRole('heading', { level: 2, name: visible }).waitFor();
  await main.locator('.services-list').getByText(visible).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByText(visible).waitFor();

  const { origin, pathname } = new URL(page.url());
  await page.goto(`${origin}${pathname}?${parameter}&view=activity&workspace=${workspace}`);
  await main.getByRole('heading', { level: 1, name: visible }).waitFor();
  expect(await page.title()).toContain(visible);
  await page.locator('.activity-row', { hasText: `/${visible}` }).click();
  const exchange = page.getByRole('region', { name: 'Exchange' });
  await exchange.getByText(`POST /${visible}`).waitFor();
  await exchange.getByLabel('Request headers').getByText(visible, { exact: true }).waitFor();
  await exchange.getByLabel('Request headers').getByText(`x-${visible}`).waitFor();
  await exchange.getByLabel('Response body, text').getByText(visible).waitFor();

  expect(await page.locator('main :is(script, img)').count()).toBe(0);
  expect(await hasRun(page)).toBe(false);
  expect(troubles).toEqual([]);
});
