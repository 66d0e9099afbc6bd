import { lazy } from 'react';
import { WorkspaceList } from '../overview/overview.tsx';
import type { Place } from '../place/place.ts';

// Loaded when they are first opened: the first view is on the screen sooner.
const ActivityView = lazy(async () => ({
  default: (await import('../activity/activity-view.tsx')).ActivityView,
}));
const ServicesView = lazy(async () => ({
  default: (await import('../services/services-view.tsx')).ServicesView,
}));

export function View({ place }: { readonly place: Place }) {
  if (place.view === 'activity') return <ActivityView place={place} />;
  if (place.view === 'services') return <ServicesView place={place} />;
  return <WorkspaceList place={place} />;
}
