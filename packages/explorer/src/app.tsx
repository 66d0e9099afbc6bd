import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { FakePanel } from './fake/panel.tsx';
import { MockServicesView } from './lists/mock-services.tsx';
import { WorkspacesView } from './lists/workspaces.tsx';
import { LogView } from './log/log-view.tsx';
import { useRoute, type ParsedRoute } from './route/route.tsx';
import { AddressForm } from './service/connect-form.tsx';
import { ConnectionProvider, useFake, type Connection } from './service/connection.ts';
import { Header } from './shell/header.tsx';
import { ErrorBoundary, RenderFailure } from './ui/error-boundary.tsx';

interface Props {
  readonly connection: Connection;
  readonly cache: QueryClient;
  /** `service` and `world` are the parameters of the URL when the page was loaded. */
  readonly service: string | undefined;
  readonly world: string | undefined;
}

export function App({ connection, cache, service, world }: Props) {
  const { route, ignored } = useRoute();
  // Reload the page if the back button leads to another service or world, so that no data of the previous one remains.
  const isOther = route.service !== service || route.world !== world;
  useEffect(() => {
    if (isOther) location.reload();
  }, [isOther]);
  return (
    <ConnectionProvider value={connection}>
      <QueryClientProvider client={cache}>
        <Shell route={route} ignored={ignored} />
      </QueryClientProvider>
    </ConnectionProvider>
  );
}

function Shell({ route, ignored }: ParsedRoute) {
  const fake = useFake();
  const isLog = route.view === 'activity' && route.workspace !== undefined;
  return (
    <div className="shell">
      <div className="skip">
        <a href="#main">Skip to the content</a>
        {isLog && <a href="#table">Skip to the table</a>}
      </div>
      <Header route={route} />
      <div className="shell-body">
        <main id="main" tabIndex={-1}>
          {ignored.length > 0 && (
            <p className="notice" role="status">
              <strong>Part of the URL was ignored.</strong> {ignored.join('; ')}.
            </p>
          )}
          <ErrorBoundary key={route.view}>
            {isLog ? (
              <LogView key={route.workspace} workspace={route.workspace ?? ''} route={route} />
            ) : route.view === 'services' ? (
              <MockServicesView route={route} />
            ) : (
              <WorkspacesView route={route} />
            )}
          </ErrorBoundary>
        </main>
        {fake !== undefined && route.panel === 'fake' && <FakePanel control={fake} />}
      </div>
    </div>
  );
}

export function CannotStart({ error, service }: { readonly error: unknown } & Pick<Props, 'service'>) {
  return (
    <main>
      <h1>Mock Services explorer</h1>
      {service === undefined ? (
        <RenderFailure error={error} onRetry={() => location.reload()} />
      ) : (
        // An invalid URL is the only possible error, because no request has been sent yet.
        <section className="state stack failure" role="alert">
          <h2>The service URL is invalid</h2>
          <p>Enter a URL that begins with https:// or http://, such as https://mocks.example.com/api.</p>
          <AddressForm service={service} />
        </section>
      )}
    </main>
  );
}
