import { createClient, isApiError } from '@mock-services/sdk';
import { headers } from 'next/headers';

const worldHeader = 'x-mock-services-world';

/** Forwards the header by which a test names its world. Without the header, the service is called as always. */
const client = createClient({
  baseUrl: process.env['MOCKS_URL'] ?? 'http://127.0.0.1:4600',
  headers: async (): Promise<Record<string, string>> => {
    const world = (await headers()).get(worldHeader);
    return world === null ? {} : { [worldHeader]: world };
  },
  maxRetries: 0,
});

export default async function Services() {
  try {
    const all = await client.mockServices.list();
    return <p>{all.map(({ title }) => title).join(', ') || 'No mock services'}</p>;
  } catch (error) {
    if (isApiError(error)) return <p>Not available: {error.status}</p>;
    throw error;
  }
}
