/** Opens pages in Chromium that vitest does not serve. */
import { chromium, type Page } from 'playwright';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { launchOptions } from '../../../../tools/lib/chromium.ts';
import { openRoots } from '../../../../tools/lib/open-roots.ts';
import { bundleOf } from '../support/bundle.ts';

export const origin = 'http://127.0.0.1:1';

export interface OpenedPage {
  readonly page: Page;
  /** Console errors. */
  readonly problems: readonly string[];
}

interface PageOptions {
  readonly body?: string;
  /** Whether locators find the panel. True by default. */
  readonly isOpen?: boolean;
}

/** Returns a function that opens a page which runs the code with the strictest policy under which a script can run. */
export function pagesThatRun(code: string): (options?: PageOptions) => Promise<OpenedPage> {
  let script: string;
  let browser: Awaited<ReturnType<typeof chromium.launch>>;
  beforeAll(async () => {
    script = await bundleOf(code);
    browser = await chromium.launch(launchOptions);
  });
  afterAll(() => browser.close());

  return async ({ body = '<script type="module" src="/page.js"></script>', isOpen = true } = {}) => {
    const context = await browser.newContext({
      viewport: { width: 1000, height: 700 },
      acceptDownloads: true,
    });
    onTestFinished(() => context.close());
    if (isOpen) await context.addInitScript(openRoots);
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())));
    page.on('pageerror', ({ message }) => void problems.push(message));
    const policy = `default-src 'none'; script-src 'self'; frame-src 'self'; img-src data:; require-trusted-types-for 'script'; trusted-types`;
    const html = { contentType: 'text/html', headers: { 'content-security-policy': policy } };
    await page.route(`${origin}/**`, (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === '/page.js') return route.fulfill({ contentType: 'text/javascript', body: script });
      if (pathname === '/frame')
        return route.fulfill({ ...html, body: '<script type="module" src="/page.js"></script>' });
      return route.fulfill({
        ...html,
        body: `<!doctype html><link rel="icon" href="data:,"><h1>Page</h1>${body}`,
      });
    });
    await page.goto(`${origin}/`);
    return { page, problems };
  };
}
