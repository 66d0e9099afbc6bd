import type { Page } from 'playwright';
import { test, type StartService } from '../support/harness.ts';

/** A service with a log of 100 exchanges, a minute apart, and the address of its log. */
async function startLog(startService: StartService) {
  const { fake, logQuery } = await startService();
  const { id } = fake.workspaces.add({ name: 'Orders' });
  const begin = Date.parse('2026-01-01T00:00:00Z');
  for (let minute = 0; minute < 100; minute += 1) {
    fake.activity.record(id, {
      timestamp: new Date(begin + minute * 60_000).toISOString(),
      request: { path: `/orders/${minute}` },
      response: { statusCode: 200, responseTimeMs: 20 + minute },
    });
  }
  return { begin, query: logQuery(id) };
}

/** Drags over a chart with the mouse, between two fractions of its width. */
async function drag(page: Page, picture: string, from: number, to: number): Promise<void> {
  const over = page.getByRole('region', { name: picture }).locator('.u-over');
  const box = await over.boundingBox();
  if (box === null) throw new Error('The picture is not on the screen.');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * from, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * to, y, { steps: 5 });
  await page.mouse.up();
}

test.for(['Requests over time', 'Response times (ms)'])(
  'a drag over “%s” filters the table, and Escape takes it back',
  async (picture, { open, startService, expect }) => {
    const { begin, query } = await startLog(startService);
    const { page, troubles } = await open({ query });
    await page.getByText('100 exchanges').waitFor();
    await page.locator('.uplot').nth(1).waitFor();
    await drag(page, picture, 0.75, 0.25);
    await expect.poll(() => page.url()).toMatch(/since=.*&until=/);
    const { searchParams } = new URL(page.url());
    const at = (name: string) => (Date.parse(searchParams.get(name) ?? '') - begin) / 60_000;
    // A pixel of the chart is several seconds; bars end with a span, points with the last one.
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
  },
);

test('charts are closed at first on a narrow screen, and the choice is kept', async ({
  open,
  startService,
  expect,
}) => {
  const { query } = await startLog(startService);
  const { page } = await open({ query, context: { viewport: { width: 390, height: 800 } } });
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

test('table, charts and range are on the chosen clock', async ({ open, startService }) => {
  const { query } = await startLog(startService);
  const range = '&since=2026-01-01T00:00:00.000Z&until=2026-01-01T00:05:00.000Z';
  const { page } = await open({ query: query + range, context: { timezoneId: 'Asia/Kolkata' } });
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
