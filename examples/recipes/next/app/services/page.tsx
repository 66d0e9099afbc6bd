import { createClient } from '@mock-services/sdk';

/**
 * A server component that reads from a service on the network and retries if the service is busy. The client reads past
 * Next's caches, so Next renders this page for each request, even without `force-dynamic`.
 */
export default async function Services() {
  const client = createClient({
    baseUrl: process.env['MOCKS_URL'] ?? 'http://127.0.0.1:4600',
    maxRetries: 3,
  });
  const { data, attempts } = await client.mockServices.list().withResponse();
  return (
    <>
      <ul>
        {data.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
      <p>Requests sent: {attempts}</p>
    </>
  );
}
