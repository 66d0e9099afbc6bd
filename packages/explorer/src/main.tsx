import './theme.css';
import './base.css';
import { createRoot } from 'react-dom/client';
import { App, CannotStart } from './app.tsx';
import { parseRoute } from './route/route.tsx';
import { connect } from './service/connection.ts';
import { Skeleton } from './service/failure.tsx';
import { createCache } from './service/cache.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';

async function start(element: HTMLElement): Promise<void> {
  const root = createRoot(element);
  root.render(<Skeleton label="Starting" />);
  const { service, world } = parseRoute(location.search).route;
  try {
    const connection = await connect({ service, world });
    root.render(
      <ErrorBoundary>
        <App connection={connection} cache={createCache()} service={service} world={world} />
      </ErrorBoundary>,
    );
  } catch (error) {
    root.render(<CannotStart error={error} service={service} />);
  }
}

const element = document.getElementById('root');
if (element !== null) void start(element);
