/**
 * Runs the support file of the Cypress recipe in a page of another origin than the fake server, as Cypress does. The test
 * stands in for Cypress: it calls the hooks of the support file.
 */
import { createServer } from 'node:http';
import { createFakeServer, createWorlds, type RemoteFake } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { chromium, type Page } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { launchOptions } from '../../../../tools/lib/chromium.ts';
import { at } from '../../../../tools/lib/paths.ts';
import { bundleOf } from '../support/bundle.ts';
import { mockServicesPath } from '../support/paths.ts';

/** What the support file registers in the page. */
interface Registered {
  readonly hooks: {
    readonly beforeEach: () => void;
    readonly afterEach: () => Promise<void>;
    /** Changes the headers of a request that the page sends. */
    readonly intercept: (request: { readonly headers: Record<string, string> }) => void;
  };
  readonly cy: { fake: <Result>(act: (fake: RemoteFake) => Promise<Result>) => Promise<Result> };
}

const cypress = (service: string) => `
  var hooks = {};
  var beforeEach = (act) => { hooks.beforeEach = act; };
  var afterEach = (act) => { hooks.afterEach = act; };
  var cy = {
    intercept: (_, change) => { hooks.intercept = change; },
    wrap: (value) => ({ then: (act) => act(value) }),
  };
  var Cypress = {
    env: (name) => ({ service: '${service}' })[name],
    Commands: { add: (name, command) => { cy[name] = command; } },
  };
`;

/** Opens an empty page on a port. */
async function openPage(): Promise<{ readonly page: Page; readonly origin: string }> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>An application</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch(launchOptions);
  onTestFinished(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const page = await browser.newPage();
  await page.goto(origin);
  return { page, origin };
}

async function loadSupport(page: Page, service: string): Promise<void> {
  await page.addScriptTag({ content: cypress(service) });
  const folder = at('examples/recipes/cypress');
  await page.addScriptTag({ content: await bundleOf(`import './support.ts';`, { folder, format: 'iife' }) });
}

async function startWorlds(corsOrigin: string) {
  const worlds = createWorlds({ create: () => createFakeServer() });
  const { url, close } = await serve(worlds, { admin: true, corsOrigin });
  onTestFinished(() => close());
  return { worlds, url };
}

test('the Cypress recipe gives each test its own world and deletes it afterwards', async () => {
  const { page, origin } = await openPage();
  const { worlds, url } = await startWorlds(origin);
  await loadSupport(page, url);
  const names = new Set<string>();
  for (let run = 1; run <= 2; run += 1) {
    const outcome = await page.evaluate(async (list) => {
      const { hooks, cy } = globalThis as unknown as Registered;
      hooks.beforeEach();
      await cy.fake((fake) => fake.faults.add({ operation: 'listMockServices', status: 503, times: 1 }));
      const init = { headers: { accept: '*/*' } };
      hooks.intercept(init);
      const statuses = [await fetch(list, init), await fetch(list, init), await fetch(list)];
      await cy.fake((fake) => fake.assertClean());
      const found = await cy.fake(({ journal }) => journal.find({ operation: 'listMockServices' }));
      return [...statuses, ...found.map(({ response }) => ({ status: response.statusCode }))].map(
        ({ status }) => status,
      );
    }, url + mockServicesPath);
    expect(outcome).toEqual([503, 200, 200, 503, 200]);
    worlds.names().forEach((name) => names.add(name));
    await page.evaluate(() => (globalThis as unknown as Registered).hooks.afterEach());
    expect(worlds.names()).toEqual(['default']);
  }
  expect(names.size).toBe(3);
  // Simulate a test that does not use its world.
  await page.evaluate(async () => {
    const { hooks } = globalThis as unknown as Registered;
    hooks.beforeEach();
    await hooks.afterEach();
  });
});

test('the error in a page of an origin that is not allowed says how to allow it', async () => {
  const { page, origin } = await openPage();
  const { url } = await startWorlds('http://localhost:5173');
  await loadSupport(page, url);
  const message = await page.evaluate(async () => {
    const { hooks, cy } = globalThis as unknown as Registered;
    hooks.beforeEach();
    return cy.fake((fake) => fake.reset()).then(String, String);
  });
  expect(message).toContain(`For pages of ${origin}, it also needs --cors-origin ${origin}.`);
});
