/** Page tests that start their own programs and fake servers. */
import { serveExplorer, type ExplorerOptions, type RunningExplorer } from '@mock-services/explorer';
import {
  createFakeServer,
  type FakeServer,
  type FakeServerOptions,
  type Worlds,
} from '@mock-services/fake-server/core';
import { demoSeed } from '@mock-services/fake-server/demo';
import { serve, type RunningServer, type ServeOptions } from '@mock-services/fake-server/node';
import type { Locator, Page } from 'playwright';
import { inject } from 'vitest';
import { test as base, type Opened, type OpenOptions } from './harness.ts';

export interface Serving {
  /** Starts the program with the built page. */
  readonly explorer: (options: ExplorerOptions) => Promise<RunningExplorer>;
  /** Starts a fake server with admin endpoints that allows requests from the built page. */
  readonly withAdmin: (served: FakeServer | Worlds, options?: ServeOptions) => Promise<RunningServer>;
  /** Starts a fake server that requires {@link token} and allows no cross-origin requests. */
  readonly service: (fake: FakeServer, port?: number) => Promise<RunningServer>;
}

/** Options for opening the page with the panel. */
export interface PanelOptions extends Pick<OpenOptions, 'context'> {
  /** More of the page's query string, such as `&view=services`. */
  readonly query?: string;
  readonly serve?: ServeOptions;
}

/** Starts a fake server with admin endpoints, and opens the page with the panel for this fake server. */
export type OpenPanel = (
  served: FakeServer | Worlds,
  options?: PanelOptions,
) => Promise<Opened & { readonly url: string }>;

/** The token that the services require. */
export const token = 'token-of-the-program';

/** Test function whose servers are closed after each test. */
export const test = base
  .extend('serving', ({}, { onCleanup }): Serving => {
    const running: { close: () => Promise<void> }[] = [];
    onCleanup(async () => {
      await Promise.all(running.map((one) => one.close()));
    });
    const kept = <One extends { close: () => Promise<void> }>(one: One): One => {
      running.push(one);
      return one;
    };
    const { origin: corsOrigin } = new URL(inject('explorer').built);
    return {
      explorer: async (options) =>
        kept(await serveExplorer({ port: 0, page: inject('explorer').folder, ...options })),
      withAdmin: async (served, options) =>
        kept(await serve(served, { port: 0, admin: true, corsOrigin, ...options })),
      service: async (fake, port = 0) => {
        const { baseUrl } = fake;
        const handle: FakeServer['handle'] = (request) =>
          request.headers?.['authorization'] === `Bearer ${token}`
            ? fake.handle(request)
            : {
                status: 401,
                headers: { 'content-type': 'application/json', 'www-authenticate': 'Basic' },
                body: '{"why":"no token"}',
              };
        return kept(await serve({ baseUrl, handle }, { port }));
      },
    };
  })
  .extend('openPanel', ({ open, serving }): OpenPanel => {
    return async (served, { query = '', context = {}, serve: options } = {}) => {
      const { url } = await serving.withAdmin(served, options);
      return { url, ...(await open({ query: panelQuery(url) + query, context })) };
    };
  });

/** Creates a fake server with sample data that starts at the current time. */
export const sampleFake = (options: FakeServerOptions = {}): FakeServer =>
  createFakeServer({ clock: Date.now, seed: demoSeed({ now: Date.now() }), ...options });

/** Returns the query string that opens the page with the panel for a service. */
export const panelQuery = (service: string): string => `?service=${encodeURIComponent(service)}&panel=fake`;

/** Returns a section of the panel, and opens it if it is folded. */
export async function sectionOf(page: Page, name: string): Promise<Locator> {
  const panel = page.getByRole('complementary', { name: 'Fake server' });
  const section = panel.getByRole('group', { name, exact: true });
  await section.waitFor();
  if (!(await section.evaluate((details: HTMLDetailsElement) => details.open)))
    await section.locator('summary').first().click();
  return section;
}
