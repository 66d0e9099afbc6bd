'use client';
import { createClient } from '@mock-services/sdk';
import { createQueries } from '@mock-services/sdk/query';
import { HydrationBoundary, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

// The server renders the component as well, so a request from here would fail.
const queries = createQueries(createClient({ baseUrl: 'http://unreachable.invalid' }));

export function Titles({ state }) {
  const [queryClient] = useState(() => new QueryClient({ defaultOptions: { queries: { staleTime: 5000 } } }));
  return (
    <QueryClientProvider client={queryClient}>
      <HydrationBoundary state={state}>
        <List />
      </HydrationBoundary>
    </QueryClientProvider>
  );
}

function List() {
  const { data = [] } = useQuery(queries.mockServices.list());
  return <p>{data.map(({ title }) => title).join(', ')}</p>;
}
