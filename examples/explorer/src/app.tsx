import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { FileProvider } from './file/file-provider.tsx';
import { useAddress } from './place/use-place.ts';
import { ConnectionProvider, type Connection } from './service/connection.ts';
import type { Retries } from './service/retries.ts';
import { Shell } from './shell/shell.tsx';

interface Props {
  readonly connection: Connection;
  readonly cache: QueryClient;
  readonly retries: Retries;
  /** The address that the page was opened with. */
  readonly service: string | undefined;
}

export function App({ connection, cache, retries, service }: Props) {
  const { place, ignored } = useAddress();
  // Another service, reached by going back: what was read of this one must not be shown for it.
  const isOther = place.service !== service;
  useEffect(() => {
    if (isOther) location.reload();
  }, [isOther]);
  return (
    <ConnectionProvider value={connection}>
      <QueryClientProvider client={cache}>
        <FileProvider>
          <Shell place={place} ignored={ignored} retries={retries} />
        </FileProvider>
      </QueryClientProvider>
    </ConnectionProvider>
  );
}
