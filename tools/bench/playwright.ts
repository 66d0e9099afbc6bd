/** Compares a page's requests that the fake server answers with requests that Playwright answers with a constant. */
import { chromium, type BrowserContext } from 'playwright';
import { createFakeServer } from '@mock-services/fake-server/core';
import { createRoutes } from '../../packages/fake-server/src/playwright/routes.ts';
import { launchOptions } from '../lib/chromium.ts';
import { race, type Contender, type Guard } from './measure.ts';
import { mockServices, paths } from './samples.ts';

const calls = 20;

export async function measurePlaywright(): Promise<Guard[]> {
  const fake = createFakeServer({ seed: { mockServices: mockServices(100) } });
  const url = fake.baseUrl + paths.service;
  const body = await (await fake.fetch(url)).text();
  const browser = await chromium.launch(launchOptions);
  const open = async (route: (context: BrowserContext) => Promise<unknown>): Promise<Contender> => {
    const context = await browser.newContext();
    await context.route(`${fake.baseUrl}/`, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await route(context);
    const page = await context.newPage();
    await page.goto(fake.baseUrl);
    const run = () =>
      page.evaluate(
        async ([url, calls]) => {
          for (let n = 0; n < calls; n += 1) await (await fetch(url)).text();
        },
        [url, calls] as const,
      );
    return { run, calls };
  };
  try {
    const contenders = {
      constant: await open((context) =>
        context.route(url, (route) => route.fulfill({ contentType: 'application/json', body })),
      ),
      fake: await open(createRoutes(fake, { pageOrigin: undefined }).route),
    };
    // Most of the time passes in the browser's process.
    const ratio = await race(contenders, () => performance.now());
    const what = 'GET of a page in Playwright: time relative to page.route with a constant answer';
    return [{ what, measured: ratio('fake', 'constant'), atMost: 1.3 }];
  } finally {
    await browser.close();
  }
}
