/**
 * After a build, `npm run screenshots -w packages/explorer` takes the pictures for the docs. With a folder as its argument, it
 * takes pictures of each screen in all sizes and colors instead.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFakeServer } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { chromium, type Page } from 'playwright';
import { launchOptions } from '../../tools/lib/chromium.ts';
import { serveExplorer } from './program/serve-explorer.ts';
import { fill } from './test/support/amounts.ts';

const now = Date.parse('2026-03-02T15:20:00Z');
const fake = createFakeServer({ clock: now });
const workspace = fill(fake, { now });
const log = `?view=activity&workspace=${workspace}`;
const mock = fake.mockServices.list()[99]?.id ?? '';
const entry = fake.activity.list(workspace).findLast(({ request }) => request.method === 'POST')?.id ?? '';

const nothing = () => Promise.resolve();

/** Screens with their URL and what to do before the picture is taken. */
const screens: Readonly<Record<string, readonly [query: string, then: (page: Page) => Promise<unknown>]>> = {
  workspaces: ['?view=workspaces', nothing],
  configuration: [`?view=workspaces&workspace=${workspace}`, nothing],
  services: ['?view=services', nothing],
  service: [`?view=services&mock=${mock}`, nothing],
  log: [log, nothing],
  exchange: [`${log}&entry=${entry}`, nothing],
  search: [
    `${log}&search=trail&sort=-ms&status=2xx&since=2026-03-02T14:40:00Z&until=2026-03-02T15:00:00Z`,
    nothing,
  ],
  copy: [`${log}&entry=${entry}`, (page) => page.getByRole('button', { name: 'Copy', exact: true }).click()],
  panel: [`${log}&panel=fake`, (page) => page.getByRole('heading', { name: 'Journal' }).click()],
  settings: [log, (page) => page.getByRole('button', { name: /^Service/ }).click()],
  invalid: [
    '?view=services&mock=new',
    async (page) => {
      await page.getByRole('button', { name: 'Add upstream' }).click();
      await page.getByRole('button', { name: 'Create' }).click();
    },
  ],
  token: [
    '?view=workspaces',
    async (page) => {
      fake.faults.add({ operation: 'listWorkspaces', status: 401 });
      await page.reload();
      await page.getByRole('alert').waitFor();
      fake.faults.clear();
    },
  ],
};

const sizes = { wide: [1440, 900], medium: [800, 900], narrow: [390, 844] } as const;

type Shot = readonly [screen: string, size: keyof typeof sizes, scheme: 'light' | 'dark', path: string];

const docs = (name: string) => fileURLToPath(new URL(`../../docs/explorer-${name}.png`, import.meta.url));
const [folder] = process.argv.slice(2);
const shots: readonly Shot[] =
  folder === undefined
    ? [
        ['exchange', 'wide', 'light', docs('log')],
        ['service', 'medium', 'light', docs('service')],
        ['log', 'narrow', 'light', docs('narrow')],
      ]
    : Object.keys(screens).flatMap((screen) =>
        (Object.keys(sizes) as (keyof typeof sizes)[]).flatMap((size) =>
          (['light', 'dark'] as const).map(
            (scheme) => [screen, size, scheme, join(folder, `${screen}-${size}-${scheme}.png`)] as const,
          ),
        ),
      );

const service = await serve(fake, { port: 0, admin: true });
const explorer = await serveExplorer({
  service: service.url,
  port: 0,
  page: fileURLToPath(new URL('dist/page', import.meta.url)),
});
const browser = await chromium.launch(launchOptions);
try {
  for (const [screen, size, colorScheme, path] of shots) {
    const [width, height] = sizes[size];
    const context = await browser.newContext({ viewport: { width, height }, colorScheme, timezoneId: 'UTC' });
    const page = await context.newPage();
    await page.clock.setFixedTime(now);
    const [query, then] = screens[screen] ?? ['', nothing];
    await page.goto(explorer.url + query);
    await page.locator('[data-state=ok]').first().waitFor();
    await then(page);
    await page.waitForTimeout(500);
    await page.screenshot({ path, animations: 'disabled' });
    await context.close();
  }
} finally {
  await browser.close();
  await explorer.close();
  await service.close();
}
