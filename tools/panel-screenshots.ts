/**
 * `node --import ./tools/sources.ts tools/panel-screenshots.ts` takes the picture of the panel for the docs. With a
 * folder as an argument, the script takes pictures in all sizes and colors. The pictures need a font with emoji, such
 * as Debian's package `fonts-noto-color-emoji`.
 */
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { createServer } from 'vite';
import { launchOptions } from './lib/chromium.ts';
import { openRoots } from './lib/open-roots.ts';
import { at } from './lib/paths.ts';

const server = await createServer({
  configFile: at('examples/app/vite.config.ts'),
  root: at('examples/app'),
  logLevel: 'warn',
  resolve: { tsconfigPaths: true },
  server: { port: 0 },
});
await server.listen();
const url = server.resolvedUrls?.local[0] ?? '';
const browser = await chromium.launch(launchOptions);

async function open(width: number, height: number, colorScheme: 'light' | 'dark'): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  await page.addInitScript(openRoots);
  await page.goto(url);
  await page.getByRole('button', { name: 'Delete Payments' }).waitFor();
  return page;
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

async function use(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Rename Payments' }).click();
  await page.getByLabel('New title of Payments').fill('Payments (EU)');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Rename Payments (EU)' }).waitFor();
  await page.getByRole('button', { name: 'Fake server' }).click();
  await tab(page, 'Faults');
  await page.getByLabel('Operation').selectOption('listWorkspaces');
  await page.getByRole('button', { name: 'Arm', exact: true }).click();
  await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' };
    await fetch('/api/configuration/mock-service', { method: 'POST', headers, body: '{"type":"REST"}' });
    await fetch('/api/configuration/workspaces');
  });
  await tab(page, 'Requests');
  await page.getByText('422').waitFor();
}

async function openRequest(page: Page): Promise<void> {
  await page.getByText('200 updateMockService').click();
  await page.getByText('Request body').waitFor();
  await page.mouse.move(0, 0);
  await page.waitForTimeout(500);
}

const [folder] = process.argv.slice(2);
try {
  if (folder === undefined) {
    const page = await open(1100, 760, 'light');
    await use(page);
    await openRequest(page);
    await page.screenshot({ path: at('docs/panel.png'), animations: 'disabled' });
  } else {
    for (const [width, height] of [
      [1100, 860],
      [390, 844],
    ] as const)
      for (const scheme of ['light', 'dark'] as const) {
        const page = await open(width, height, scheme);
        const path = (name: string) => join(folder, `${name}-${width}-${scheme}.png`);
        await page.screenshot({ path: path('closed') });
        await use(page);
        await page.screenshot({ path: path('requests') });
        await openRequest(page);
        await page.screenshot({ path: path('request') });
        for (const name of ['Faults', 'Scenarios', 'Clock']) {
          await tab(page, name);
          if (name === 'Scenarios')
            await page.getByRole('button', { name: 'Everything is slow', exact: true }).click();
          await page.waitForTimeout(300);
          await page.screenshot({ path: path(name.toLowerCase()) });
        }
        await page.close();
      }
  }
} finally {
  await browser.close();
  await server.close();
}
