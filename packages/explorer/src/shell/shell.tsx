import './shell.css';
import { lazy } from 'react';
import { DropZone } from '../file/drop-zone.tsx';
import type { Route } from '../route/route.ts';
import { useConnection } from '../service/connection.ts';
import type { Retries } from '../service/retries.ts';
import { OfflineNotice } from '../states/offline.tsx';
import { OnDemand } from '../states/on-demand.tsx';
import { Skeleton } from '../states/skeleton.tsx';
import { AddressNotice } from './address-notice.tsx';
import { Header } from './header.tsx';
import { RetryStatus } from './retry-status.tsx';
import { View } from './view.tsx';
import { ViewHeading } from './view-heading.tsx';

const FakePanel = lazy(async () => ({ default: (await import('../fake/fake-panel.tsx')).FakePanel }));

interface Props {
  readonly route: Route;
  readonly ignored: readonly string[];
  readonly retries: Retries;
}

/** The frame of every view. */
export function Shell({ route, ignored, retries }: Props) {
  const { fake } = useConnection();
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
          <OnDemand key={route.view} fallback={<Skeleton label="Opening the view" />}>
            <View route={route} />
          </OnDemand>
        </main>
        {fake !== undefined && route.panel === 'fake' && (
          <OnDemand fallback={null}>
            <FakePanel fake={fake} route={route} />
          </OnDemand>
        )}
      </div>
      <RetryStatus retries={retries} />
      <DropZone />
    </div>
  );
}
