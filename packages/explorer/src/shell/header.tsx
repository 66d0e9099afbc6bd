import { OpenFile } from '../file/file-provider.tsx';
import { switchView, type Route, updateRoute, Link } from '../route/route.tsx';
import { useConnection } from '../service/connection.ts';
import { ServicePicker } from './service-picker.tsx';
import { ThemeSwitch, ZoneSwitch } from './switches.tsx';
import styles from './shell.module.css';

const views = [
  ['workspaces', 'Workspaces'],
  ['services', 'Mock services'],
  ['activity', 'Activity'],
] as const;

export function Header({ route }: { readonly route: Route }) {
  const { fake } = useConnection();
  const current = route.view ?? 'workspaces';
  const isPanelOpen = route.panel === 'fake';
  return (
    <header className={styles['header']}>
      <p className={styles['brand']}>
        <span className={styles['brand-mark']} aria-hidden="true" />
        Mock Services
      </p>
      <nav aria-label="Views">
        {views.map(([view, title]) => (
          <Link
            key={view}
            to={switchView(route, { view })}
            aria-current={view === current ? 'page' : undefined}
          >
            {title}
          </Link>
        ))}
      </nav>
      <div className={styles['header-tools']}>
        {/* This button appears late. The button is first in the row, so that the other controls do not move. */}
        {fake !== undefined && (
          <button
            type="button"
            aria-pressed={isPanelOpen}
            onClick={() => updateRoute({ panel: isPanelOpen ? undefined : 'fake' }, { replace: true })}
          >
            Fake server
          </button>
        )}
        <OpenFile />
        <ServicePicker service={route.service} />
        <ZoneSwitch />
        <ThemeSwitch />
      </div>
    </header>
  );
}
