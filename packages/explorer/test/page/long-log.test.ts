import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { test } from '../support/harness.ts';

const count = 50_000;

/** Not concurrent, so that no test slows down another. */
const alone = { timeout: 60_000, concurrent: false };

/** The text of an HTTP Archive of many exchanges. */
function longHar(): string {
  const begin = Date.parse('2026-01-01T00:00:00Z');
  const entries = Array.from({ length: count }, (_, index) => ({
    startedDateTime: new Date(begin + index * 1000).toISOString(),
    time: 5 + (index % 400),
    request: { method: 'GET', url: `https://a.example/items/${index}`, headers: [] },
    response: {
      status: index % 50 === 0 ? 500 : 200,
      headers: [],
      content: { text: 'x', mimeType: 'text/plain' },
    },
  }));
  return JSON.stringify({ log: { version: '1.2', entries } });
}

/** Returns the milliseconds of script that the page has run since the first call. */
async function scriptClock(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000;
  };
}

/** Scrolls through the whole table. Returns the number of frames and the maximum number of rows in one. */
function scroll(page: Page): Promise<{ frames: number; rows: number }> {
  return page.locator('.activity-table').evaluate(async (table) => {
    const frames = 120;
    let rows = 0;
    for (let frame = 0; frame < frames; frame += 1) {
      table.scrollTop = (table.scrollHeight * frame) / frames;
      await new Promise(requestAnimationFrame);
      rows = Math.max(rows, table.querySelectorAll('.activity-row').length);
    }
    return { frames, rows };
  });
}

test(
  'renders the rows of one screen while 50,000 exchanges are scrolled',
  alone,
  async ({ open, expect, onTestFinished }) => {
    const { page, troubles } = await open();
    const folder = await mkdtemp(join(tmpdir(), 'explorer-har-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    // A file that Chromium reads itself, because sending it to Chromium takes longer than the rest.
    const file = join(folder, 'long.har');
    await writeFile(file, longHar());
    await page.getByLabel('Open HAR').setInputFiles(file);
    await page.getByText('50,000 exchanges').waitFor({ timeout: 30_000 });
    await page.locator('.uplot').nth(1).waitFor();
    const scriptTime = await scriptClock(page);
    const before = await scriptTime();
    const { frames, rows } = await scroll(page);
    const perFrame = ((await scriptTime()) - before) / frames;
    console.log(`50,000 entries: ${perFrame.toFixed(1)} ms of script a frame, ${rows} rows at most`);
    expect(rows).toBeGreaterThan(5);
    expect(rows).toBeLessThan(80);
    await page.getByLabel('Status').selectOption('5xx');
    await page.getByText('1,000 of 50,000').waitFor();
    expect(troubles).toEqual([]);
  },
);

/** Counts the rows that are added to the table from now on. */
async function countRows(page: Page): Promise<() => Promise<number>> {
  const counter = await page.locator('.activity-rows').evaluateHandle((rows) => {
    const counted = { rows: 0 };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) counted.rows += addedNodes.length;
    }).observe(rows, { childList: true });
    return counted;
  });
  return () => counter.evaluate(({ rows }) => rows);
}

test(
  'renders only the new rows when exchanges are added to 50,000',
  alone,
  async ({ open, startService, expect }) => {
    const { fake, logQuery } = await startService({ maxActivityEntries: 2 * count });
    const { id } = fake.workspaces.add({ name: 'Long' });
    const record = (index: number) => fake.activity.record(id, { request: { path: `/items/${index}` } });
    for (let index = 0; index < count; index += 1) record(index);
    const { page, troubles } = await open({ query: logQuery(id) });
    await page.getByText('Live · 50,000 recorded').waitFor({ timeout: 30_000 });
    await page.locator('.uplot').nth(1).waitFor();
    const rowsDrawn = await countRows(page);
    const scriptTime = await scriptClock(page);
    const before = await scriptTime();
    for (let index = 0; index < 5; index += 1) record(count + index);
    await page.getByText('Live · 50,005 recorded').waitFor({ timeout: 30_000 });
    await page.getByText('/items/50004').waitFor();
    console.log(
      `50,000 entries followed: ${((await scriptTime()) - before).toFixed(0)} ms of script a reading`,
    );
    expect(await rowsDrawn()).toBeLessThanOrEqual(5);
    expect(troubles).toEqual([]);
  },
);
