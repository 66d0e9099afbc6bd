import './activity.css';
import type { Route } from '../route/route.ts';
import { WorkspaceChooser } from './workspace-chooser.tsx';
import { FileView } from './file-view.tsx';
import { LiveView } from './live-view.tsx';

/** The log of a workspace, or of a file. */
export function ActivityView({ route }: { readonly route: Route }) {
  const { workspace } = route;
  if (workspace === undefined) return <WorkspaceChooser route={route} />;
  if (workspace === 'file') return <FileView route={route} />;
  return <LiveView key={workspace} workspace={workspace} route={route} />;
}
