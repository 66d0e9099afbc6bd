/** Starts the fake server of a page with the options that `site.mjs` wrote into the page. */
import { startFake } from '@mock-services/fake-server/browser';
import { createFakeServer } from '@mock-services/fake-server/core';
import { createClient } from '@mock-services/sdk';

const baseUrl = `${location.origin}/api`;
const { status = 503, resets = false, ...options } = window.options;
const seed = { mockServices: [{ title: "the page's own" }] };
const scenarios = {
  empty: (fake) => fake.seed({}),
  down: (fake) => fake.faults.add({ operation: 'listWorkspaces', status }),
};

async function start() {
  const { fake } = await startFake({ baseUrl, seed, scenarios, ...options });
  // As stories do.
  if (resets) fake.reset();
  window.fake = fake;
  return 'started';
}

window.outcome = start().catch((error) => (error.name === 'FakeServerError' ? error.code : String(error)));

/** The titles, and the status of a call that the scenario and the panel let fail. */
window.read = async () => {
  const { mockServices, workspaces } = createClient({ baseUrl, maxRetries: 0 });
  const titles = (await mockServices.list()).map(({ title }) => title);
  const status = await workspaces.list().then(
    () => 200,
    (error) => error.status,
  );
  return { titles, status };
};

/** Uses the entry that needs neither storage nor workers, and then tries one that reads the storage. */
window.importOthers = async () => {
  const { fetch, baseUrl } = createFakeServer();
  const { status } = await fetch(`${baseUrl}/configuration/workspaces`);
  return [status, await import('@mock-services/fake-server').catch(({ name }) => name)];
};
