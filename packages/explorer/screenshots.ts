/** `npm run screenshots -w packages/explorer`: takes the screenshots for the docs, with the same sample data each time. */
import { fileURLToPath } from 'node:url';
import { chromium, type BrowserContextOptions, type Page } from 'playwright';
import { createServer } from 'vite';
import { launchOptions } from '../../tools/lib/chromium.ts';

const at = (name: string) => fileURLToPath(new URL(`../../docs/explorer-${name}.png`, import.meta.url));

/** Opens a log with 1,000 invented exchanges. */
async function openLog(page: Page, address: string, then: (page: Page) => Promise<void>): Promise<void> {
  await page.clock.setFixedTime('2026-03-02T15:20:00Z');
  await page.goto(`${address}?panel=fake`);
  await page.getByRole('link', { name: 'Nightly runs', exact: true }).click();
  await page.getByRole('button', { name: 'Add 1,000' }).click();
  await page.getByText('Live · 1,000 recorded').waitFor();
  await page
    .locator('.uplot')
    .nth(1)
    .or(page.getByRole('button', { name: 'Charts', expanded: false }))
    .waitFor();
  await then(page);
  await page.mouse.move(0, 0);
}

const closePanel = (page: Page) => page.getByRole('button', { name: 'Fake server' }).click();
const asItIs = () => Promise.resolve();

const showExchange = async (page: Page) => {
  await closePanel(page);
  await page.locator('[data-index]', { hasText: 'POST' }).last().click();
  await page
    .getByLabel(/^Response body/)
    .first()
    .waitFor();
};

type Picture = readonly [name: string, options: BrowserContextOptions, then: (page: Page) => Promise<void>];

const wide = { width: 1440, height: 900 };
const medium = { width: 800, height: 1000 };
const narrow = { width: 390, height: 844 };

const pictures: readonly Picture[] = [
  ['light', { colorScheme: 'light', viewport: wide }, showExchange],
  ['dark', { colorScheme: 'dark', viewport: wide }, asItIs],
  ['medium-light', { colorScheme: 'light', viewport: medium }, closePanel],
  ['medium-dark', { colorScheme: 'dark', viewport: medium }, closePanel],
  ['narrow-light', { colorScheme: 'light', viewport: narrow }, closePanel],
  ['narrow-dark', { colorScheme: 'dark', viewport: narrow }, closePanel],
];

const server = await createServer({
  configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)),
  logLevel: 'error',
  server: { port: 0 },
});
await server.listen();
const browser = await chromium.launch(launchOptions);
try {
  for (const [name, options, then] of pictures) {
    const context = await browser.newContext({ ...options, timezoneId: 'UTC', reducedMotion: 'reduce' });
    const page = await context.newPage();
    await openLog(page, server.resolvedUrls?.local[0] ?? '', then);
    await page.screenshot({ path: at(name), animations: 'disabled' });
    await context.close();
  }
} finally {
  await browser.close();
  await server.close();
}
