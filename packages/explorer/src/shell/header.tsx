import { Link, switchView, updateRoute, type Route } from '../route/route.tsx';
import { ConnectForm } from '../service/connect-form.tsx';
import { useConnection, useFake, useServiceState, type ServiceState } from '../service/connection.ts';
import { VisibleText } from '../ui/text.tsx';
import { chooseZone, useZone } from '../ui/time.tsx';
import { Keys } from './keys.tsx';

const views = [
  ['workspaces', 'Workspaces'],
  ['services', 'Mock services'],
] as const;

export function Header({ route }: { readonly route: Route }) {
  const hasFake = useFake() !== undefined;
  const current = route.view === 'services' ? 'services' : 'workspaces';
  const isPanelOpen = route.panel === 'fake';
  return (
    <header className="header">
      <p className="brand">
        <img src="./icon.svg" alt="" width="20" height="20" />
        <span>Mock Services</span>
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
      <div className="header-tools">
        <button
          type="button"
          aria-pressed={isPanelOpen}
          // Reserve the space until the fake server is detected, so that the header does not move.
          style={hasFake ? undefined : { visibility: 'hidden' }}
          onClick={() => updateRoute({ panel: isPanelOpen ? undefined : 'fake' }, { replace: true })}
        >
          Fake server
        </button>
        <ServicePicker service={route.service} />
        <ZoneSwitch />
        <Keys />
      </div>
    </header>
  );
}

const states: Readonly<Record<ServiceState, string>> = {
  unknown: 'Connecting',
  ok: '',
  token: 'Needs a token',
  failing: 'Failing',
  unreachable: 'Not reachable',
};

function ServicePicker({ service }: { readonly service: string | undefined }) {
  const { address, isDemo, world } = useConnection();
  const state = useServiceState();
  return (
    <>
      <button type="button" className="picker" data-state={state} popoverTarget="connect-form">
        <span className="dot" aria-hidden="true" />
        <span className="visually-hidden">Service: </span>
        <span className="picker-address">
          <VisibleText text={isDemo ? 'Demo' : address} most="name" />
        </span>
        {world !== undefined && (
          <span className="picker-world">
            <span className="visually-hidden">World: </span>
            {world}
          </span>
        )}
        {states[state] !== '' && <span>{states[state]}</span>}
      </button>
      <p className="visually-hidden" role="status">
        {states[state]}
      </p>
      <div id="connect-form" popover="auto">
        <ConnectForm service={service} />
      </div>
    </>
  );
}

function ZoneSwitch() {
  const zone = useZone();
  const other = zone === 'UTC' ? 'local' : 'UTC';
  return (
    <button
      type="button"
      className="quiet"
      title={`Times: ${zone}. Click for ${other}.`}
      onClick={() => chooseZone(other)}
    >
      <span className="visually-hidden">Times: </span>
      {zone === 'UTC' ? 'UTC' : 'Local'}
    </button>
  );
}
