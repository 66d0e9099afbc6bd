/** A page that starts its own fake server, as in the guide for browsers, and lists the mock services. */
import { startFake, type StartFakeOptions } from '@mock-services/fake-server/browser';
import { demoSeed } from '@mock-services/fake-server/core';
import { createClient } from '@mock-services/sdk';
import { scenarios } from './scenarios.ts';

declare global {
  var given: StartFakeOptions | undefined;
  var started: Awaited<ReturnType<typeof startFake>>;
}

const baseUrl = `${location.origin}/api`;

globalThis.started = await startFake({
  baseUrl,
  seed: demoSeed(),
  scenarios,
  persist: true,
  panel: true,
  // Options that a test adds with `page.addInitScript`.
  ...globalThis.given,
});

const client = createClient({ baseUrl, maxRetries: 0 });
const status = document.querySelector('[role=status]');
try {
  for (const { id, title } of await client.mockServices.list()) {
    const item = document.createElement('li');
    item.append(title);
    item.addEventListener('click', () => {
      client.mockServices.delete(id).then(() => item.remove(), console.error);
    });
    document.querySelector('ul')?.append(item);
  }
  status?.append('listed');
} catch (error) {
  status?.append(String(error));
}
