import type { MockServiceInput, Workspace } from '@mock-services/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, switchView, type Route } from '../route/route.tsx';
import { useWorkspace } from '../service/cache.ts';
import { useConnection, useNow } from '../service/connection.ts';
import { Loaded } from '../service/failure.tsx';
import { VisibleText } from '../ui/text.tsx';
import { RelativeTime, Time } from '../ui/time.tsx';
import { fields, textAt } from './fields.ts';
import { ListPage } from './list-page.tsx';
import styles from './lists.module.css';

const logOf = (route: Route, workspace: string): Route => switchView(route, { view: 'activity', workspace });

export function WorkspacesView({ route }: { readonly route: Route }) {
  const query = useQuery(useConnection().queries.workspaces.list());
  const now = useNow();
  const { workspace } = route;
  const leftOf = ({ expiresAt }: Workspace): number => Date.parse(expiresAt) - now;
  const isExpired = (item: Workspace): boolean => leftOf(item) <= 0;
  return (
    <ListPage
      title="Workspaces"
      query={query}
      compare={(one, other) => Number(isExpired(one)) - Number(isExpired(other))}
      textOf={({ name, id }) => `${name} ${id}`}
      rowOf={(item) => ({
        name: item.name,
        to: logOf(route, item.id),
        cells: (
          <>
            <span data-kind={!isExpired(item) && leftOf(item) < day ? 'soon' : undefined}>
              {isExpired(item) ? 'expired ' : 'expires '}
              <RelativeTime timestamp={item.expiresAt} now={now} />
            </span>
            <span className={styles['less']}>
              created <RelativeTime timestamp={item.createdAt} now={now} isPast />
            </span>
            <Link className={styles['more']} to={{ ...route, workspace: item.id }}>
              Configuration
              <span className="visually-hidden">
                {' '}
                of <VisibleText text={item.name} most="name" />
              </span>
            </Link>
          </>
        ),
      })}
      hint="Workspaces appear here when the service creates them."
      route={route}
      chosen={workspace}
      back={{ ...route, workspace: undefined }}
      detail={<Configuration id={workspace ?? ''} route={route} />}
    />
  );
}

const day = 86_400_000;

function Configuration({ id, route }: { readonly id: string; readonly route: Route }) {
  const { queries } = useConnection();
  const query = useQuery(queries.workspaces.getConfiguration(id));
  const workspace = useWorkspace(id);
  return (
    <section className={`surface ${styles['card']}`} aria-labelledby="configuration-title">
      <h2 id="configuration-title">
        <VisibleText text={workspace?.name ?? 'Workspace'} most="name" />
      </h2>
      <p className="muted mono">
        <VisibleText text={id} most="name" />
      </p>
      {workspace !== undefined && (
        <>
          <p className="muted">
            Created <Time timestamp={workspace.createdAt} />, expires <Time timestamp={workspace.expiresAt} />
          </p>
          <p>
            <Link className="button primary" to={logOf(route, id)}>
              Open the log
            </Link>
          </p>
        </>
      )}
      <Loaded query={query} label="Reading the configuration">
        {(configuration) => (
          <dl className={styles['facts']}>
            {factsOf(configuration).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  {value === '' ? (
                    <span className="muted">none</span>
                  ) : (
                    <VisibleText text={value} most="message" />
                  )}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Loaded>
    </section>
  );
}

function factsOf(service: MockServiceInput): [name: string, value: string][] {
  const headers = Object.entries(service.config.defaultResponseHeaders);
  return [
    ...fields.map((field): [string, string] => [field.label, textAt(service, field, ', ')]),
    [
      'Default response headers',
      headers.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join('\n'),
    ],
    ['Upstreams', service.config.upstreams.map(({ name, url }) => `${name} → ${url}`).join('\n')],
  ];
}
