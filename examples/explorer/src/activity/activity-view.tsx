import './activity.css';
import type { Place } from '../place/place.ts';
import { Chooser } from './chooser.tsx';
import { FileView } from './file-view.tsx';
import { LiveView } from './live-view.tsx';

/** The log of a workspace, or of a file. */
export function ActivityView({ place }: { readonly place: Place }) {
  const { workspace } = place;
  if (workspace === undefined) return <Chooser place={place} />;
  if (workspace === 'file') return <FileView place={place} />;
  return <LiveView key={workspace} workspace={workspace} place={place} />;
}
