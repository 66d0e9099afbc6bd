import { OpenFile } from '../file/open-file.tsx';
import { Link } from '../place/link.tsx';
import { elsewhere, type Place } from '../place/place.ts';
import { change } from '../place/use-place.ts';
import { useConnection } from '../service/connection.ts';
import { ServicePicker } from './service-picker.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

const views = [
  ['workspaces', 'Workspaces'],
  ['services', 'Mock services'],
  ['activity', 'Activity'],
] as const;

export function Header({ place }: { readonly place: Place }) {
  const { fake } = useConnection();
  const current = place.view ?? 'workspaces';
  const isPanelOpen = place.panel === 'fake';
  return (
    <header className="header">
      <p className="brand">
        <span className="brand-mark" aria-hidden="true" />
        Mock Services
      </p>
      <nav aria-label="Views">
        {views.map(([view, title]) => (
          <Link
            key={view}
            to={elsewhere(place, { view })}
            aria-current={view === current ? 'page' : undefined}
          >
            {title}
          </Link>
        ))}
      </nav>
      <div className="header-tools">
        <OpenFile />
        <ServicePicker service={place.service} />
        {fake !== undefined && (
          <button
            type="button"
            aria-pressed={isPanelOpen}
            onClick={() => change({ panel: isPanelOpen ? undefined : 'fake' }, { replace: true })}
          >
            Fake server
          </button>
        )}
        <ThemeSwitch />
      </div>
    </header>
  );
}
