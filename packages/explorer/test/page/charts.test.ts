import { test } from '../support/harness.ts';
import type { Service } from '../support/service.ts';

const begin = Date.parse('2026-01-01T00:00:00Z');

/** Adds a log of 100 exchanges, a minute apart. Returns the query of its address. */
function addLog({ fake, logQuery }: Service): string {
  const { id } = fake.workspaces.add({ name: 'Orders' });
  for (let minute = 0; minute < 100; minute += 1) {
    fake.activity.record(id, {
      timestamp: new Date(begin + minute * 60_000).toISOString(),
      request: { path: `/orders/${minute}` },
      response: { statusCode: 200, responseTimeMs: 20 + minute },
    });
  }
  return logQuery(id);
}

test('filters the table to the range that is dragged in a chart, until Escape is pressed', async ({
  open,
  service,
  expect,
}) => {
  const { page, troubles } = await open({ query: addLog(service) });
  await page.getByText('100 exchanges').waitFor();
  await page.locator('.uplot').nth(1).waitFor();
  const over = page.getByRole('region', { name: 'Requests over time' }).locator('.u-over');
  const { x = 0, y = 0, width = 0, height = 0 } = (await over.boundingBox()) ?? {};
  await page.mouse.move(x + width * 0.75, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.25, y + height / 2, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => page.url()).toMatch(/since=.*&until=/);
  const { searchParams } = new URL(page.url());
  const at = (name: string) => (Date.parse(searchParams.get(name) ?? '') - begin) / 60_000;
  // A pixel of the chart is several seconds, and the last bar is a minute wide.
  expect(at('since')).toBeGreaterThan(24);
  expect(at('since')).toBeLessThan(26);
  expect(at('until')).toBeGreaterThan(73);
  expect(at('until')).toBeLessThan(76);
  const count = Math.floor(at('until')) - Math.ceil(at('since')) + 1;
  await page.getByText(`${count} of 100`).waitFor();
  expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(count + 1));
  await page.getByRole('button', { name: 'Clear the range' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('100 exchanges').waitFor();
  expect(page.url()).not.toContain('since=');
  expect(troubles).toEqual([]);
});

test('folds the charts on a narrow screen, and remembers the choice', async ({ open, service, expect }) => {
  const viewport = { width: 390, height: 800 };
  const { page } = await open({ query: addLog(service), context: { viewport } });
  const fold = page.getByRole('button', { name: 'Charts' });
  await fold.waitFor();
  expect(await fold.getAttribute('aria-expanded')).toBe('false');
  await fold.click();
  await page.locator('.uplot').nth(1).waitFor();
  await page.reload();
  await page.locator('.uplot').nth(1).waitFor();
  await fold.click();
  await expect.poll(() => page.locator('.uplot').count()).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.reload();
  await page.getByText('100 exchanges').waitFor();
  expect(await fold.getAttribute('aria-expanded')).toBe('false');
});

test('shows the times of table, charts and range in the chosen time zone', async ({ open, service }) => {
  const range = '&since=2026-01-01T00:00:00.000Z&until=2026-01-01T00:05:00.000Z';
  const { page } = await open({ query: addLog(service) + range, context: { timezoneId: 'Asia/Kolkata' } });
  await page.getByText('2026-01-01 00:00:00 to 2026-01-01 00:05:00 UTC').waitFor();
  await page.getByRole('button', { name: 'Times: UTC' }).click();
  await page.getByText('2026-01-01 05:30:00 to 2026-01-01 05:35:00 UTC+5:30').waitFor();
  await page.getByRole('columnheader', { name: 'Time (local)' }).waitFor();
  await page.locator('.activity-row').first().getByText('05:30:00.000').waitFor();
  await page.getByRole('img', { name: /100 requests from 2026-01-01 05:30:00 UTC\+5:30/ }).waitFor();
  await page.getByText('Change the range').click();
  await page.locator('input[type=datetime-local]').first().waitFor();
  await page.getByLabel('From (local)').and(page.locator('[value="2026-01-01T05:30:00.000"]')).waitFor();
});
