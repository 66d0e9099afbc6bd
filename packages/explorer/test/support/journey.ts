/** Test function for journeys: a fake server with realistic amounts, the program, and the page in Chromium. */
import { createFakeServer, type FakeServer, type Worlds } from '@mock-services/fake-server/core';
import { serve, type RunningServer } from '@mock-services/fake-server/node';
import { serveExplorer, type ExplorerOptions, type RunningExplorer } from '@mock-services/explorer';
import axe from 'axe-core';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright';
import { inject, test as base } from 'vitest';
import { launchOptions } from '../../../../tools/lib/chromium.ts';
import { serveSources } from '../../serve-sources.ts';
import { fill } from './amounts.ts';

export interface Shop {
  readonly fake: FakeServer;
  /** Workspace with 5,000 exchanges. */
  readonly workspace: string;
  /** Query string of its log. */
  readonly log: string;
}

/** Creates a fake server with 150 mock services, 40 workspaces and a log of 5,000 exchanges. */
export function createShop(count = 5000): Shop {
  const fake = createFakeServer({ clock: Date.now, maxActivityEntries: 200_000 });
  const workspace = fill(fake, { count });
  return { fake, workspace, log: `?view=activity&workspace=${workspace}` };
}

export interface OpenOptions {
  readonly context?: BrowserContextOptions;
  /** Token that the service requires. */
  readonly requiredToken?: string;
  /** Query string that opens the page without the program's service, for the demo or a service that is called directly. */
  readonly isDirect?: boolean;
}

export interface Opened {
  readonly page: Page;
  readonly service: RunningServer;
  /** Uncaught errors, and violations of the page's content security policy. */
  readonly troubles: readonly string[];
}

/** Serves the page that `setup.ts` built, or else its sources. */
function serveThePage(options: ExplorerOptions): Promise<RunningExplorer> {
  const page = inject('page');
  return page === undefined
    ? serveSources({ ...options, port: 0 })
    : serveExplorer({ ...options, port: 0, page });
}

export type Open = (served: FakeServer | Worlds, query?: string, options?: OpenOptions) => Promise<Opened>;

export const test = base
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }): Promise<Browser> => {
    const browser = await chromium.launch(launchOptions);
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('open', ({ browser }, { onCleanup }): Open => {
    const open: { close: () => Promise<unknown> }[] = [];
    onCleanup(async () => {
      for (const one of open.toReversed()) await one.close();
    });
    const kept = <One extends { close: () => Promise<unknown> }>(one: One): One => {
      open.push(one);
      return one;
    };
    return async (served, query = '', { context: options, requiredToken, isDirect } = {}) => {
      const service = kept(
        await serve(served, {
          port: 0,
          admin: true,
          ...(isDirect && { corsOrigin: '*' }),
          ...(requiredToken !== undefined && { requiredToken }),
        }),
      );
      const explorer = kept(await serveThePage(isDirect === true ? {} : { service: service.url }));
      const context = kept(await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options }));
      context.setDefaultTimeout(60_000);
      const page = await context.newPage();
      const troubles = await watch(page);
      await page.goto(explorer.url + query);
      return { page, service, troubles };
    };
  });

declare global {
  /** Function that `watch` adds to the page. */
  var reportViolation: (text: string) => Promise<void>;
}

async function watch(page: Page): Promise<string[]> {
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  await page.exposeFunction('reportViolation', (text: string) => troubles.push(text));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      void reportViolation(`${effectiveDirective} ${blockedURI}`);
    });
  });
  return troubles;
}

/** Returns the accessibility violations that axe finds in a page in both color schemes. */
export async function violationsOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // The debugger evaluates the script, so the page's content security policy does not block it.
    await page.evaluate(axe.source);
    const rules = colorScheme === 'dark' ? ", runOnly: ['color-contrast']" : '';
    const { violations } = await page.evaluate<axe.AxeResults>(
      `axe.run({ resultTypes: ['violations']${rules} })`,
    );
    for (const { id, nodes } of violations)
      found.push(...nodes.map(({ html }) => `${colorScheme} ${id}: ${html.slice(0, 160)}`));
  }
  return found;
}

/** Returns what the page copied. */
export const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

/** Row of the log's table, counted from 0. */
export const rowOf = (page: Page, index: number) => page.locator(`[data-index="${index}"]`);

/** Permission to read what the page copied. */
export const clipboard: BrowserContextOptions = { permissions: ['clipboard-read', 'clipboard-write'] };
