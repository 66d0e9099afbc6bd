/** For an application whose own server calls the service. Start first: npx @mock-services/fake-server --worlds --admin */
import { randomUUID } from 'node:crypto';
import { connectFake, type RemoteFake } from '@mock-services/fake-server/core';
import { test as base } from '@playwright/test';

const server = process.env['MOCK_SERVICES_URL'] ?? 'http://127.0.0.1:4600';

/** Each test has its own world, which the application names when it forwards a header of the page's requests. */
export const test = base.extend<{ world: string; fake: RemoteFake }>({
  world: async ({}, use) => {
    const world = randomUUID();
    await use(world);
    // The world exists only if the test has used it.
    await connectFake(server, { world }).deleteWorld();
  },
  extraHTTPHeaders: ({ world }, use) => use({ 'x-mock-services-world': world }),
  fake: ({ world }, use) => use(connectFake(server, { world })),
});
