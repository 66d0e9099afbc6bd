import { createClient } from '@mock-services/sdk';
import { createQueries } from '@mock-services/sdk/query';
import { dehydrate, QueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Services } from './services';

/** With `cacheComponents`, Next builds a page only if what it reads for each request is in a `Suspense`. */
export default function Page() {
  return (
    <Suspense fallback="Loading…">
      <Prefetched />
    </Suspense>
  );
}

/** Reads the list on the server. If that fails, the page reads it again, because `prefetchQuery` does not throw. */
async function Prefetched() {
  const client = createClient({ baseUrl: process.env['MOCKS_URL'] ?? 'http://127.0.0.1:4600' });
  const queryClient = new QueryClient();
  await queryClient.prefetchQuery(createQueries(client).mockServices.list());
  return <Services state={dehydrate(queryClient)} />;
}
