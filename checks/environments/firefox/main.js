/** Starts the fake server of the page. The title tells run.mjs the title of the first mock service. */
import { startFake } from '@mock-services/fake-server/browser';
import { createClient } from '@mock-services/sdk';

const baseUrl = `${location.origin}/api`;
try {
  await startFake({ baseUrl, seed: { mockServices: [{ title: "the page's own" }] } });
  const [first] = await createClient({ baseUrl }).mockServices.list();
  document.title = first.title;
} catch (error) {
  document.title = error.stack;
}
