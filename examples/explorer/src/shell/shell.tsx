import './shell.css';
import { lazy, Suspense } from 'react';
import { DropZone } from '../file/drop-zone.tsx';
import type { Place } from '../place/place.ts';
import { useConnection } from '../service/connection.ts';
import type { Retries } from '../service/retries.ts';
import { OfflineNotice } from '../states/offline.tsx';
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
          <Suspense fallback={<Skeleton label="Opening the view" />}>
            <View place={place} />
          </Suspense>
        </main>
        {fake !== undefined && place.panel === 'fake' && (
          <Suspense fallback={null}>
            <FakePanel fake={fake} place={place} />
          </Suspense>
        )}
      </div>
      <RetryStatus retries={retries} />
      <DropZone />
    </div>
  );
}
