import type { MockServiceSummary } from '@mock-services/sdk';
import { useMockServices } from '../data/queries.ts';
import { type Route, Link } from '../route/route.tsx';
import { Loaded, Empty } from '../states/loaded.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { Time } from '../time/time.tsx';
import { NewMockService, MockServiceEditor } from './mock-service-editor.tsx';
import styles from './mock-services.module.css';

/** Shows the list of mock services and an editor for the selected one. */
export function MockServicesView({ route }: { readonly route: Route }) {
  const query = useMockServices();
  const { mock } = route;
  return (
    <div className={styles['services']} data-open={mock !== undefined}>
      <div className={styles['list']}>
        <Link className="button primary" to={{ ...route, mock: 'new' }}>
          New mock service
        </Link>
        <Loaded query={query} label="Reading the mock services">
          {(all) =>
            all.length === 0 ? (
              <Empty title="There are no mock services">
                <p>Create the first mock service. It needs a title. You can change everything later.</p>
              </Empty>
            ) : (
              <List all={all} route={route} />
            )
          }
        </Loaded>
      </div>
      <div className={styles['detail']}>
        {mock === undefined && query.data !== undefined && query.data.length > 0 && (
          <p className={`muted ${styles['none-chosen']}`}>Select a mock service to view or edit it.</p>
        )}
        {mock === 'new' && <NewMockService />}
        {mock !== undefined && mock !== 'new' && <MockServiceEditor key={mock} id={mock} />}
      </div>
    </div>
  );
}

function List({ all, route }: { readonly all: readonly MockServiceSummary[]; readonly route: Route }) {
  return (
    <ul>
      {all.map(({ id, title, type, updatedAt }) => (
        <li key={id}>
          <Link to={{ ...route, mock: id }} aria-current={id === route.mock ? 'true' : undefined}>
            <span className={styles['title']}>
              <VisibleText text={title} most="name" />
            </span>
            <span className="muted">
              <VisibleText text={type} most="name" /> · updated <Time timestamp={updatedAt} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
