import './shell.css';
import { lazy } from 'react';
import { DropZone } from '../file/drop-zone.tsx';
import type { Place } from '../place/place.ts';
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
  readonly place: Place;
  readonly ignored: readonly string[];
  readonly retries: Retries;
}

/** What is around every view. */
export function Shell({ place, ignored, retries }: Props) {
  const { fake } = useConnection();
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <Header place={place} />
      <div className="shell-body">
        <main id="main" className="shell-main" data-view={place.view ?? 'workspaces'}>
          <ViewHeading place={place} />
          <OfflineNotice />
          <AddressNotice ignored={ignored} />
          <OnDemand key={place.view} fallback={<Skeleton label="Opening the view" />}>
            <View place={place} />
          </OnDemand>
        </main>
        {fake !== undefined && place.panel === 'fake' && (
          <OnDemand fallback={null}>
            <FakePanel fake={fake} place={place} />
          </OnDemand>
        )}
      </div>
      <RetryStatus retries={retries} />
      <DropZone />
    </div>
  );
}
