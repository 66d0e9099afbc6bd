'use client';
import { createClient } from '@mock-services/sdk';
import { createQueries } from '@mock-services/sdk/query';
import {
  type DehydratedState,
  HydrationBoundary,
  QueryClient,
  QueryClientProvider,
  useQuery,
} from '@tanstack/react-query';
import { useState } from 'react';

const queries = createQueries(createClient({ baseUrl: 'http://127.0.0.1:4600' }));

/** Shows the data from the server, and reads it again when it is older than five seconds. */
export function Services({ state }: { readonly state: DehydratedState }) {
  const [queryClient] = useState(() => new QueryClient({ defaultOptions: { queries: { staleTime: 5000 } } }));
  return (
    <QueryClientProvider client={queryClient}>
      <HydrationBoundary state={state}>
        <Titles />
      </HydrationBoundary>
    </QueryClientProvider>
  );
}

function Titles() {
  const { data = [] } = useQuery(queries.mockServices.list());
  return (
    <ul>
      {data.map(({ id, title }) => (
        <li key={id}>{title}</li>
      ))}
    </ul>
  );
}
