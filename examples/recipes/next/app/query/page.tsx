import { createClient } from '@mock-services/sdk';
import { createQueries } from '@mock-services/sdk/query';
import { dehydrate, QueryClient } from '@tanstack/react-query';
import { Services } from './services';

/** Reads the list on the server. If that fails, the page reads it again, because `prefetchQuery` does not throw. */
export default async function Page() {
  const client = createClient({ baseUrl: process.env['MOCKS_URL'] ?? 'http://127.0.0.1:4600' });
  const queryClient = new QueryClient();
  await queryClient.prefetchQuery(createQueries(client).mockServices.list());
  return <Services state={dehydrate(queryClient)} />;
}
