/** Opens the page in Chromium, and watches for errors that no test may cause. */
import { chromium, type BrowserContextOptions } from 'playwright';
import type { FakeServerOptions } from '@mock-services/fake-server/core';
import { inject, test as base } from 'vitest';
import { launchOptions } from '../../../../tools/lib/chromium.ts';
import { pagesOf, type Opened, type Pages } from './pages.ts';
import { serviceFor, type Service } from './service.ts';

/** How to open the page. */
export interface OpenOptions {
  /** The built page, or the development one. Default `built`. */
  readonly mode?: 'built' | 'dev';
  /** Query of the address: `?view=activity`. Default none. */
  readonly query?: string;
  /** Options of a context of its own. By default the page is a cleared one of an earlier test. */
  readonly context?: BrowserContextOptions;
}

export type Open = (options?: OpenOptions) => Promise<Opened>;

export type StartService = (options?: FakeServerOptions) => Promise<Service>;

/**
 * A test with the shared Chromium. Pages and services are closed after the test. The tests of a file run concurrently, so
 * each takes its `expect` from here.
 */
export const test = base
  .extend('pages', { scope: 'worker' }, async ({}, { onCleanup }): Promise<Pages> => {
    const browser = await chromium.launch(launchOptions);
    onCleanup(() => browser.close());
    return pagesOf(browser, `${inject('explorer').built}icon.svg`);
  })
  .extend('open', ({ pages }, { onCleanup }): Open => {
    const used: Opened[] = [];
    onCleanup(async () => {
      await Promise.all(used.map((opened) => pages.giveBack(opened)));
    });
    return async ({ mode = 'built', query = '', context } = {}) => {
      // The worker of the development page would stay.
      const opened = await pages.take(mode === 'dev' ? { ...context } : context);
      used.push(opened);
      await opened.page.goto(inject('explorer')[mode] + query);
      return opened;
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
