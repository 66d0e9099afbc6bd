import './activity.css';
import { lazy } from 'react';
import type { Route } from '../route/route.ts';
import { WorkspaceChooser } from './workspace-chooser.tsx';
import { LiveView } from './live-view.tsx';

// Includes the messages for a file that cannot be read.
const FileView = lazy(async () => ({ default: (await import('./file-view.tsx')).FileView }));

/** The log of a workspace, or of a file. */
export function ActivityView({ route }: { readonly route: Route }) {
  const { workspace } = route;
  if (workspace === undefined) return <WorkspaceChooser route={route} />;
  if (workspace === 'file') return <FileView route={route} />;
  return <LiveView key={workspace} workspace={workspace} route={route} />;
}
