/** Content that is shown does not move while the rest of the page arrives. */
import type { Page } from 'playwright';
import { test } from '../support/harness.ts';

/** The elements that have moved since the page was opened, with the shift that Chromium measured. */
function shiftsOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    interface Shift extends PerformanceEntry {
      readonly value: number;
      readonly sources: readonly { readonly node: Node | null; readonly currentRect: DOMRect }[];
    }
    const shifts = await new Promise<Shift[]>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries() as Shift[])).observe({
        type: 'layout-shift',
        buffered: true,
      });
      // A page without shifts never calls the observer.
      setTimeout(() => resolve([]), 500);
    });
    return shifts
      .filter(({ value }) => value >= 0.001)
      .map(({ value, sources }) => {
        const moved = sources.map(
          ({ node, currentRect: { x, y } }) =>
            `${node instanceof Element ? node.className : node?.nodeName} to ${x}, ${y}`,
        );
        return `${value.toFixed(4)}: ${moved.join('; ')}`;
      });
  });
}

/**
 * Delays the first six matching responses: the first one by a second, and each further one by a second more. Adds the end of each
 * matching response to `late`.
 */
async function delayResponses(page: Page, address: RegExp, late: Promise<unknown>[]): Promise<void> {
  await page.route(address, async (route) => {
    const response = route.request().response();
    if (late.push(response.then((received) => received?.finished())) <= 6)
      await new Promise((resolve) => setTimeout(resolve, 1000 * late.length));
    await route.continue();
  });
}

/** Waits for all style sheets, and for two frames. */
async function waitForStyles(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(
      ({ sheet }) => sheet !== null,
    ),
  );
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

const charts = '.uplot >> nth=1';
const views = [
  ['workspaces', '', '.workspace'],
  ['mock services', '&view=services', '.services-list li'],
  ['log', '&view=activity&workspace=', '.activity-row'],
] as const;
const none = /^$/;

test.for([
  ...[1440, 800, 390].flatMap((width) =>
    views.map(([name, query, ready]) => ({ name, query, ready, width, extra: '', delayed: none })),
  ),
  ...(
    [
      ['late style sheets', /\.css$/],
      ['a late chart script', /exchange-charts.*\.js$/],
      ['late workspaces', /\/workspaces$/],
      ['a late log', /\/activity$/],
    ] as const
  ).map(([what, delayed]) => ({
    name: 'log',
    query: '&view=activity&workspace=',
    ready: '.activity-row',
    width: 1440,
    extra: ` with ${what}`,
    delayed,
  })),
])(
  'shows the $name at $width pixels without a layout shift$extra',
  async ({ name, query, ready, width, delayed }, { open, service, expect }) => {
    const id = name === 'log' ? service.fake.workspaces.list()[0]?.id : '';
    const late: Promise<unknown>[] = [];
    const { page } = await open({
      query: `${service.query}${query}${id}`,
      context: { viewport: { width, height: 900 } },
      prepare: (empty) => delayResponses(empty, delayed, late),
    });
    await page.locator(ready).first().waitFor();
    // Charts are folded on narrow screens.
    if (name === 'log' && width > 820) await page.locator(charts).waitFor();
    await page.waitForLoadState('networkidle');
    await Promise.all(late);
    await waitForStyles(page);
    expect(await shiftsOf(page)).toEqual([]);
  },
);

test('measures a layout shift when a block is inserted above the content', async ({ open, expect }) => {
  const { page } = await open({ context: { viewport: { width: 1440, height: 900 } } });
  await page.locator('.workspace').first().waitFor();
  await page.evaluate(() => {
    const block = document.createElement('div');
    block.style.height = '200px';
    document.body.prepend(block);
  });
  await expect.poll(() => shiftsOf(page)).toHaveLength(1);
});
