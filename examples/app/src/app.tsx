import type { Client } from '@mock-services/sdk';
import { createQueries } from '@mock-services/sdk/query';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Failures } from './failures.tsx';
import { MockServices } from './mock-services.tsx';

/** The application takes its client from outside, so that a test can pass the client of a fake server. */
export function App({ client }: { readonly client: Client }) {
  const [queries] = useState(() => createQueries(client));
  const [queryClient] = useState(createCache);
  return (
    <QueryClientProvider client={queryClient}>
      <header>
        <h1>Mock services</h1>
      </header>
      <main>
        <MockServices queries={queries} />
        <Failures queries={queries} />
      </main>
    </QueryClientProvider>
  );
}

function createCache(): QueryClient {
  // The service may be on this machine, so requests are sent even while the browser is offline.
  const options = { networkMode: 'always' } as const;
  return new QueryClient({
    defaultOptions: { queries: { ...options, staleTime: 1000 }, mutations: options },
  });
}
