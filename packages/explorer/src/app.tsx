import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
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
  /** The `service` parameter of the URL when the page was loaded. */
  readonly service: string | undefined;
  /** The `world` parameter of the URL when the page was loaded. */
  readonly world: string | undefined;
}

export function App({ connection, detectFake, cache, service, world }: Props) {
  const { route, ignored } = useRoute();
  // Reload the page if the back button leads to another service or world, so that no data of the current one is shown.
  const isOther = route.service !== service || route.world !== world;
  useEffect(() => {
    if (isOther) location.reload();
  }, [isOther]);
  const [fake, setFake] = useState(connection.fake);
  const detect = useCallback(async () => {
    const found = await detectFake();
    setFake((known) => known ?? found);
  }, [detectFake]);
  useEffect(() => void detect(), [detect]);
  const value = useMemo(() => ({ ...connection, fake, detectFake: detect }), [connection, fake, detect]);
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

/** Shown if the page cannot start. Explains the error, and has a form to enter another service URL. */
export function CannotStart({ error, service }: Pick<Props, 'service'> & { readonly error: unknown }) {
  return (
    <main className="shell-main">
      <h1>Mock Services explorer</h1>
      {service === undefined ? (
        <Failure error={error} title="The fake server did not start" onRetry={() => location.reload()} />
      ) : (
        // An invalid URL is the only possible error, because no request has been sent yet.
        <Failure
          error="Expected an absolute http or https URL without a user name and password, such as https://mocks.example.com/api."
          title="The service URL is invalid"
        />
      )}
      <div className={styles['state']}>
        <ConnectForm service={service} />
      </div>
    </main>
  );
}
