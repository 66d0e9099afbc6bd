import { lazy } from 'react';
import { WorkspaceList } from '../overview/overview.tsx';
import type { Route } from '../route/route.ts';

// Loaded on first use, so that the first view renders sooner.
const ActivityView = lazy(async () => ({
  default: (await import('../activity/activity-view.tsx')).ActivityView,
}));
const ServicesView = lazy(async () => ({
  default: (await import('../services/services-view.tsx')).ServicesView,
}));

export function View({ route }: { readonly route: Route }) {
  if (route.view === 'activity') return <ActivityView route={route} />;
  if (route.view === 'services') return <ServicesView route={route} />;
  return <WorkspaceList route={route} />;
}
