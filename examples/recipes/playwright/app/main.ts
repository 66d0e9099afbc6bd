/** A page that lists mock services, with a fake server behind it whose state survives reloads. */
import { startFake } from '@mock-services/fake-server/browser';
import { createClient, isMockServicesError } from '@mock-services/sdk';

const { fake } = await startFake({ baseUrl: `${location.origin}/api`, persist: true });
// Gives tests access to the fake server.
Object.assign(globalThis, { fake });

const client = createClient({ baseUrl: `${location.origin}/api`, maxRetries: 0 });
const status = document.querySelector('[role=status]');
const list = document.querySelector('ul');

async function show(): Promise<void> {
  try {
    const services = await client.mockServices.list();
    list?.replaceChildren(
      ...services.map(({ title }) => Object.assign(document.createElement('li'), { textContent: title })),
    );
    status?.replaceChildren(`${services.length} mock services`);
  } catch (error) {
    if (!isMockServicesError(error)) throw error;
    status?.replaceChildren(`Not available: ${error.name}`);
  }
}

async function add(): Promise<void> {
  const cors = { allowedOrigins: [], allowedMethods: [], allowedHeaders: [] };
  const config = { cors, defaultResponseHeaders: {}, upstreams: [] };
  await client.mockServices.create({ type: 'REST', title: 'Added by hand', config });
  await show();
}

document.querySelector('button')?.addEventListener('click', () => void add());
addEventListener('focus', () => void show());
await show();
