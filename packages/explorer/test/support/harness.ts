/** Tests that drive the whole page in Chromium. */
import type { FakeServerOptions } from '@mock-services/fake-server/core';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright';
import { inject, test as base } from 'vitest';
import { launchOptions } from '../../../../tools/lib/chromium.ts';
import { addOrders, serviceFor, type Orders, type Service } from './service.ts';

/** Options for opening the page. */
export interface OpenOptions {
  /** Which page to open: the built page (the default) or the development page. */
  readonly mode?: 'built' | 'dev';
  /** Query string of the URL, such as `?view=activity`. By default, the URL has no query string. */
  readonly query?: string;
  /** URL to open instead of the built or development page. */
  readonly url?: string;
  readonly context?: BrowserContextOptions;
  /** Called with the empty browser page before the URL is opened. */
  readonly prepare?: (page: Page) => unknown;
}

export interface Opened {
  readonly page: Page;
  /** Uncaught errors, and violations of the page's content security policy. */
  readonly troubles: string[];
}

export type Open = (options?: OpenOptions) => Promise<Opened>;

export type StartService = (options?: FakeServerOptions) => Promise<Service>;

/**
 * Test function with a page in Chromium. All tests share one browser, and pages and services are closed after each test. The
 * tests in a file run concurrently, so each test must use the `expect` of its own context.
 */
export const test = base
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }): Promise<Browser> => {
    const browser = await chromium.launch(launchOptions);
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('open', ({ browser }, { onCleanup }): Open => {
    const contexts: BrowserContext[] = [];
    onCleanup(async () => {
      await Promise.all(contexts.map((context) => context.close()));
    });
    return async ({ mode = 'built', query = '', url, context: options, prepare } = {}) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
      contexts.push(context);
      context.setDefaultTimeout(60_000);
      const page = await context.newPage();
      const troubles = await watch(page);
      await prepare?.(page);
      await page.goto(url ?? inject('explorer')[mode] + query);
      return { page, troubles };
    };
  })
  .extend('startService', ({}, { onCleanup }): StartService => {
    const services: Service[] = [];
    onCleanup(async () => {
      await Promise.all(services.map((service) => service.close()));
    });
    const { origin } = new URL(inject('explorer').built);
    return async (options) => {
      const service = await serviceFor(origin, options);
      services.push(service);
      return service;
    };
  })
  .extend('service', ({ startService }): Promise<Service> => startService())
  .extend('orders', ({ service }): Orders => addOrders(service));

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
