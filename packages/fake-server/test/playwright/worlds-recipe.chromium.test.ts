/** Runs the Playwright recipe with `examples/app`, whose server forwards requests to a fake server with worlds. */
import { join } from 'node:path';
import { createFakeServer, createWorlds, demoSeed } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../../../tools/lib/paths.ts';
import { freePort, listening, start } from '../../../../tools/lib/servers.ts';
import { runPlaywright } from '../support/playwright.ts';

test('the tests of the Playwright recipe pass, and delete their worlds', async () => {
  const worlds = createWorlds({ create: () => createFakeServer({ seed: demoSeed() }) });
  const service = await serve(worlds, { admin: true });
  onTestFinished(() => service.close());
  const port = String(await freePort());
  const script = ['--import', './tools/sources.ts', 'examples/app/serve.ts', '--port', port];
  const args = ['NODE_ENV=', 'VITEST=', process.execPath, ...script, '--service', service.url];
  onTestFinished(start('env', args, root).stop);
  const url = `http://127.0.0.1:${port}`;
  await listening(url);
  const results = await runPlaywright(join(root, 'examples/recipes/playwright'), {
    BASE_URL: url,
    MOCK_SERVICES_URL: service.url,
  });
  const outcomes = Object.values(results).map(({ status, messages }) => ({ status, messages }));
  expect(outcomes).toEqual(Array.from({ length: 4 }, () => ({ status: 'passed', messages: [] })));
  expect(worlds.names()).toEqual([]);
});
