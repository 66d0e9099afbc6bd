/** How a view comes up: nothing moves once it is shown. The figures of docs/explorer.md are printed. */
import type { Page } from 'playwright';
import { test } from '../harness.ts';

/** By how much what was shown moved, as Chromium counts it, and the milliseconds until the first content and the largest. */
interface FirstView {
  readonly shift: number;
  readonly first: number;
  readonly largest: number;
}

function firstViewOf(page: Page): Promise<FirstView> {
  return page.evaluate(async () => {
    const entries = (type: string) =>
      new Promise<PerformanceEntryList>((resolve) => {
        new PerformanceObserver((list, observer) => {
          observer.disconnect();
          resolve(list.getEntries());
        }).observe({ type, buffered: true });
        // There may be none.
        setTimeout(() => resolve([]), 500);
      });
    const shifts = (await entries('layout-shift')) as (PerformanceEntry & { readonly value: number })[];
    const largest = await entries('largest-contentful-paint');
    return {
      shift: shifts.reduce((sum, { value }) => sum + value, 0),
      first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      largest: largest.at(-1)?.startTime ?? Number.NaN,
    };
  });
}

const views = [
  ['workspaces', '', '.workspace'],
  ['mock services', '&view=services', '.services-list li'],
  ['log', '&view=activity&workspace=', '.activity-row'],
] as const;
const widths = [1440, 800, 390];

test.for(
  views.flatMap(([name, query, ready]) =>
    widths.map((width) => [`${name}, ${width} pixels wide`, query, ready, width] as const),
  ),
)(
  'nothing moves once it is shown: %s',
  async ([name, query, ready, width], { open, startService, expect }) => {
    const { fake, parameter } = await startService();
    const id = query.endsWith('=') ? fake.workspaces.list()[0]?.id : '';
    const { page } = await open({
      query: `?${parameter}${query}${id}`,
      context: { viewport: { width, height: 900 } },
    });
    await page.locator(ready).first().waitFor();
    await page.waitForLoadState('networkidle');
    const { shift, first, largest } = await firstViewOf(page);
    console.log(
      `${name}: first content ${Math.round(first)} ms, largest ${Math.round(largest)} ms, shift ${shift.toFixed(4)}`,
    );
    expect(first).toBeGreaterThan(0);
    expect(shift).toBeLessThan(0.001);
  },
);

test('what moves is noticed', async ({ open, expect }) => {
  const { page } = await open({ context: { viewport: { width: 1440, height: 900 } } });
  await page.locator('.workspace').first().waitFor();
  await page.evaluate(() => {
    const block = document.createElement('div');
    block.style.height = '200px';
    document.body.prepend(block);
  });
  await expect.poll(async () => (await firstViewOf(page)).shift).toBeGreaterThan(0.01);
});
