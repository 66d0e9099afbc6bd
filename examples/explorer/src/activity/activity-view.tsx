import './activity.css';
import { lazy } from 'react';
import type { Place } from '../place/place.ts';
import { Chooser } from './chooser.tsx';
import { LiveView } from './live-view.tsx';

// With what explains a file that cannot be read.
const FileView = lazy(async () => ({ default: (await import('./file-view.tsx')).FileView }));

/** The log of a workspace, or of a file. */
export function ActivityView({ place }: { readonly place: Place }) {
  const { workspace } = place;
  if (workspace === undefined) return <Chooser place={place} />;
  if (workspace === 'file') return <FileView place={place} />;
  return <LiveView key={workspace} workspace={workspace} place={place} />;
}
