import './shell.css';
import { lazy, useRef } from 'react';
import { DemoNotice } from '../demo/notice.tsx';
import { DropZone } from '../file/file-provider.tsx';
import { WorkspaceList } from '../overview/overview.tsx';
import type { ParsedRoute, Route } from '../route/route.tsx';
import { useConnection } from '../service/connection.ts';
import { OfflineNotice } from '../states/failure.tsx';
import { OnDemand } from '../states/on-demand.tsx';
import { Skeleton } from '../states/loaded.tsx';
import { Header } from './header.tsx';
import { Keys } from './keys.tsx';
import { RetryStatus } from './retry-status.tsx';
import { ViewHeading } from './view-heading.tsx';

// Loaded on first use, so that the first view renders sooner.
const ActivityView = lazy(async () => ({
  default: (await import('../activity/activity-view.tsx')).ActivityView,
}));
const ServicesView = lazy(async () => ({
  default: (await import('../services/services-view.tsx')).ServicesView,
}));
const FakePanel = lazy(async () => ({ default: (await import('../fake/fake-panel.tsx')).FakePanel }));

/** The frame of every view. */
export function Shell({ route, ignored }: ParsedRoute) {
  const { fake } = useConnection();
  const isPanelOpen = route.panel === 'fake';
  const wasOpened = useRef(false);
  wasOpened.current ||= isPanelOpen;
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <Header route={route} />
      <div className="shell-body">
        <main id="main" className="shell-main" data-view={route.view ?? 'workspaces'}>
          <ViewHeading route={route} />
          <OfflineNotice />
          <AddressNotice ignored={ignored} />
          {fake !== undefined && <DemoNotice />}
          <OnDemand key={route.view} fallback={<Skeleton label="Opening the view" />}>
            <View route={route} />
          </OnDemand>
        </main>
        {/* Closed, it goes on: traffic does not stop. */}
        {fake !== undefined && wasOpened.current && (
          <OnDemand fallback={null}>
            <FakePanel fake={fake} route={route} isOpen={isPanelOpen} />
          </OnDemand>
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
  if (route.view === 'services') return <ServicesView route={route} />;
  return <WorkspaceList route={route} />;
}

/** Reports parameters of the address that were ignored. */
function AddressNotice({ ignored }: { readonly ignored: readonly string[] }) {
  if (ignored.length === 0) return null;
  return (
    <div className="notice notice-warning bar bar-apart" role="status">
      <p>
        <strong>Part of the address was ignored.</strong> {ignored.join('; ')}.
      </p>
    </div>
  );
}
