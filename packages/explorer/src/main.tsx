/** Connects to the service and renders the page. */
import './theme.css';
import './base.css';
import { createRoot } from 'react-dom/client';
import { App, CannotStart } from './app.tsx';
import { createCache } from './data/queries.ts';
import { parseRoute } from './route/route.tsx';
import { connect } from './service/connect.ts';
import { applyTheme } from './shell/switches.tsx';
import { Skeleton } from './states/loaded.tsx';
import { setting } from './window/use-setting.ts';

async function start(element: HTMLElement): Promise<void> {
  applyTheme(setting('theme'));
  const root = createRoot(element);
  root.render(<Skeleton label="Starting" />);
  const { service, world } = parseRoute(location.search).route;
  try {
    const { connection, detectFake } = await connect({ service, world });
    const cache = createCache();
    connection.health.watch(cache.getQueryCache());
    connection.health.watch(cache.getMutationCache());
    root.render(<App {...{ connection, detectFake, cache, service, world }} />);
  } catch (error) {
    root.render(<CannotStart error={error} service={service} />);
  }
}

const element = document.getElementById('root');
if (element !== null) void start(element);
