import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { FileProvider } from './file/file-provider.tsx';
import { useRoute } from './route/route.tsx';
import type { Connected } from './service/connect.ts';
import { ConnectionProvider } from './service/connection.ts';
import { ConnectForm } from './service/connect-form.tsx';
import { Shell } from './shell/shell.tsx';
import { Failure } from './states/failure.tsx';
import styles from './states/states.module.css';

interface Props extends Connected {
  readonly cache: QueryClient;
  /** The service in the address that the page was opened with. */
  readonly service: string | undefined;
  /** The world in the address that the page was opened with. */
  readonly world: string | undefined;
}

export function App({ connection, detectFake, cache, service, world }: Props) {
  const { route, ignored } = useRoute();
  // Going back may lead to another service or world, for which data of this one must not be shown.
  const isOther = route.service !== service || route.world !== world;
  useEffect(() => {
    if (isOther) location.reload();
  }, [isOther]);
  const [fake, setFake] = useState(connection.fake);
  useEffect(() => {
    void detectFake().then(setFake);
  }, [detectFake]);
  const value = useMemo(() => ({ ...connection, fake }), [connection, fake]);
  return (
    <ConnectionProvider value={value}>
      <QueryClientProvider client={cache}>
        <FileProvider>
          <Shell route={route} ignored={ignored} />
        </FileProvider>
      </QueryClientProvider>
    </ConnectionProvider>
  );
}

/** The page without a service: the reason, and a form for another one. */
export function CannotStart({ error, service }: Pick<Props, 'service'> & { readonly error: unknown }) {
  return (
    <main className="shell-main">
      <h1>Mock Services explorer</h1>
      {service === undefined ? (
        <Failure error={error} title="The fake server did not start" onRetry={() => location.reload()} />
      ) : (
        // There is no other reason: nothing was sent yet.
        <Failure
          error="It must be an absolute http or https URL without user name and password, such as https://mocks.example.com/api."
          title="The address of the service cannot be used"
        />
      )}
      <div className={styles['state']}>
        <ConnectForm service={service} />
      </div>
    </main>
  );
}
