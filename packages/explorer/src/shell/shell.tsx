import { useRef } from 'react';
import { ActivityView } from '../activity/activity-view.tsx';
import { DemoNotice } from '../demo/notice.tsx';
import { FakePanel } from '../fake/fake-panel.tsx';
import { DropZone } from '../file/file-provider.tsx';
import { WorkspacesView } from '../workspaces/workspaces-view.tsx';
import type { ParsedRoute, Route } from '../route/route.tsx';
import { useConnection } from '../service/connection.ts';
import { MockServicesView } from '../mock-services/mock-services-view.tsx';
import { ErrorBoundary } from '../states/error-boundary.tsx';
import { OfflineNotice } from '../states/failure.tsx';
import { Header } from './header.tsx';
import { Keys } from './keys.tsx';
import { RetryStatus } from './retry-status.tsx';
import { ViewHeading } from './view-heading.tsx';
import styles from './shell.module.css';

/** Layout that all views share. */
export function Shell({ route, ignored }: ParsedRoute) {
  const { fake, isDemo } = useConnection();
  const isPanelOpen = route.panel === 'fake';
  const wasOpened = useRef(false);
  wasOpened.current ||= isPanelOpen;
  return (
    <div className="shell">
      <a className={styles['skip']} href="#main">
        Skip to the content
      </a>
      <Header route={route} />
      <div className="shell-body">
        <main id="main" className="shell-main" data-view={route.view ?? 'workspaces'}>
          <ViewHeading route={route} />
          <OfflineNotice />
          <AddressNotice ignored={ignored} />
          {isDemo && <DemoNotice />}
          <ErrorBoundary key={route.view}>
            <View route={route} />
          </ErrorBoundary>
        </main>
        {/* Keep a closed panel mounted, so that its traffic continues. */}
        {fake !== undefined && wasOpened.current && (
          <FakePanel control={fake} route={route} isOpen={isPanelOpen} />
        )}
      </div>
      <RetryStatus />
      <DropZone />
      <Keys />
    </div>
  );
}

function View({ route }: { readonly route: Route }) {
  if (route.view === 'activity') return <ActivityView route={route} />;
  if (route.view === 'services') return <MockServicesView route={route} />;
  return <WorkspacesView route={route} />;
}

/** Tells the user which URL parameters were ignored. */
function AddressNotice({ ignored }: { readonly ignored: readonly string[] }) {
  if (ignored.length === 0) return null;
  return (
    <div className="notice notice-warning bar bar-apart" role="status">
      <p>
        <strong>Part of the URL was ignored.</strong> {ignored.join('; ')}.
      </p>
    </div>
  );
}
