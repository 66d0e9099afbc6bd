/** Opens the page in a Chromium of its own, and looks out for what no test may cause. */
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright';
import type { FakeServerOptions } from '@mock-services/fake-server/core';
import { inject, test as base } from 'vitest';
import { launchOptions } from '../../../.ci/lib/launch-options.ts';
import { serviceFor, type Service } from './service.ts';

/** A page with what went wrong on it. */
export interface Opened {
  readonly page: Page;
  /** Uncaught errors, and what the policy of the page refused. */
  readonly troubles: readonly string[];
}

/** How to open the page. */
export interface OpenOptions {
  /** The built page, or the one in development. Default `built`. */
  readonly mode?: 'built' | 'dev';
  /** What stands behind the address: `?view=activity`. Default nothing. */
  readonly query?: string;
  readonly context?: BrowserContextOptions;
}

export type Open = (options?: OpenOptions) => Promise<Opened>;

export type StartService = (options?: FakeServerOptions) => Promise<Service>;

/**
 * A test with the Chromium that all share. What `open` opens and `startService` starts is closed after the test. The
 * tests of a file run side by side, so each takes its `expect` from here too.
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
    return async ({ mode = 'built', query = '', context: options } = {}) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
      contexts.push(context);
      context.setDefaultTimeout(10_000);
      const page = await context.newPage();
      const troubles = await watch(page);
      await page.goto(inject('explorer')[mode] + query);
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
  });

declare global {
  /** Is put into the page by `watch`. */
  var reportViolation: (text: string) => Promise<void>;
}

async function watch(page: Page): Promise<readonly string[]> {
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
