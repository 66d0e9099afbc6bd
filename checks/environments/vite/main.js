import { startFake } from '@mock-services/fake-server/browser';
import { demoSeed } from '@mock-services/fake-server/core';
import { createClient } from '@mock-services/sdk';
import { checkClient, runScenario } from './scenario.mjs';

// The title tells run.mjs the result: first with `fake.fetch` and a port, then through MSW's worker.
try {
  await runScenario(new URLSearchParams(location.search).get('fake'));
  const baseUrl = `${location.origin}/api`;
  const { stop } = await startFake({ baseUrl, seed: demoSeed() });
  await checkClient(createClient({ baseUrl }));
  await stop();
  document.title = 'passed';
} catch (error) {
  document.title = `failed: ${error.stack}`;
}
