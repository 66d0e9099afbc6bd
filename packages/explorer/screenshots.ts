/**
 * After a build, `npm run screenshots -w packages/explorer` takes the picture for the docs. With a folder and a pattern as
 * arguments, it takes pictures of all screens with a matching name, in all sizes and colors.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFakeServer } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { chromium, type Page } from 'playwright';
import { launchOptions } from '../../tools/lib/chromium.ts';
import { serveExplorer } from './server/server.ts';
import { fill } from './test/support/amounts.ts';

const now = Date.parse('2026-03-02T15:20:00Z');
const fake = createFakeServer({ clock: now });
const workspace = fill(fake, { now });
const log = `?view=activity&workspace=${workspace}`;
const mock = fake.mockServices.list()[99]?.id ?? '';
const entry = fake.activity.list(workspace).findLast(({ request }) => request.method === 'POST')?.id ?? '';

const nothing = () => Promise.resolve();

/** For each screen, its query and a function to call before the picture is taken. */
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

type Shot = readonly [
  screen: string,
  size: keyof typeof sizes,
  scheme: 'light' | 'dark',
  path: string | undefined,
];

/** Screens that the picture in the docs shows side by side. */
const inDocs: readonly (readonly [screen: string, size: keyof typeof sizes])[] = [
  ['exchange', 'wide'],
  ['service', 'medium'],
  ['log', 'narrow'],
];

const docs = fileURLToPath(new URL('../../docs/explorer.png', import.meta.url));
const [folder, wanted = ''] = process.argv.slice(2);
const shots: readonly Shot[] =
  folder === undefined
    ? inDocs.map(([screen, size]) => [screen, size, 'light', undefined] as const)
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
const taken: string[] = [];
try {
  for (const [screen, size, colorScheme, path] of shots) {
    if (path !== undefined && !new RegExp(wanted).test(path)) continue;
    const [width, height] = sizes[size];
    const context = await browser.newContext({ viewport: { width, height }, colorScheme, timezoneId: 'UTC' });
    const page = await context.newPage();
    await page.clock.setFixedTime(now);
    const [query, then] = screens[screen] ?? ['', nothing];
    await page.goto(explorer.url + query);
    await page.locator('[data-state=ok]').first().waitFor();
    await then(page);
    await page.waitForTimeout(500);
    const picture = await page.screenshot({ ...(path !== undefined && { path }), animations: 'disabled' });
    taken.push(`<img height="840" src="data:image/png;base64,${picture.toString('base64')}">`);
    await context.close();
  }
  if (folder === undefined) {
    const page = await browser.newPage({ viewport: { width: 2570, height: 880 } });
    const style = 'display: flex; gap: 24px; margin: 0; padding: 20px; background: #dfe4ee';
    await page.setContent(`<body style="${style}">${taken.join('')}</body>`);
    await page.screenshot({ path: docs });
  }
} finally {
  await browser.close();
  await explorer.close();
  await service.close();
}
