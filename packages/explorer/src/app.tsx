import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { FileProvider } from './file/file-provider.tsx';
import { useRoute } from './route/navigation.ts';
import { ConnectionProvider, type Connection } from './service/connection.ts';
import { Shell } from './shell/shell.tsx';

interface Props {
  readonly connection: Connection;
  readonly cache: QueryClient;
  /** The address that the page was opened with. */
  readonly service: string | undefined;
}

export function App({ connection, cache, service }: Props) {
  const { route, ignored } = useRoute();
  // Going back may lead to another service, for which data of this one must not be shown.
  const isOther = route.service !== service;
  useEffect(() => {
    if (isOther) location.reload();
  }, [isOther]);
  return (
    <ConnectionProvider value={connection}>
      <QueryClientProvider client={cache}>
        <FileProvider>
          <Shell route={route} ignored={ignored} />
        </FileProvider>
      </QueryClientProvider>
    </ConnectionProvider>
  );
}
