/** A list of mock services, and a button that adds a mock service. */
import { isMockServicesError, type Client } from '@mock-services/sdk';

export async function listMockServices(client: Client): Promise<void> {
  const show = async (): Promise<void> => {
    try {
      const services = await client.mockServices.list();
      const items = services.map(({ title }) =>
        Object.assign(document.createElement('li'), { textContent: title }),
      );
      document.querySelector('ul')?.replaceChildren(...items);
      say(`${services.length} mock services`);
    } catch (error) {
      if (!isMockServicesError(error)) throw error;
      say(`Not available: ${error.name}`);
    }
  };
  document.querySelector('button')?.addEventListener('click', () => void add(client).then(show));
  addEventListener('focus', () => void show());
  await show();
}

async function add(client: Client): Promise<void> {
  const cors = { allowedOrigins: [], allowedMethods: [], allowedHeaders: [] };
  const config = { cors, defaultResponseHeaders: {}, upstreams: [] };
  await client.mockServices.create({ type: 'REST', title: 'Added by hand', config });
}

function say(text: string): void {
  document.querySelector('[role=status]')?.replaceChildren(text);
}
