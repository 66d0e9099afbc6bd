import { useQuery } from '@tanstack/react-query';
import { Link, type Route } from '../route/route.tsx';
import { useConnection, useNow } from '../service/connection.ts';
import { Empty, Loaded } from '../service/failure.tsx';
import { isSameId } from '../service/same-id.ts';
import { VisibleText } from '../ui/text.tsx';
import { TimeAgo } from '../ui/time.tsx';
import { MockServiceEditor, NewMockService } from './editor.tsx';
import { ItemLink, ListPage } from './list-page.tsx';
import styles from './lists.module.css';

export function MockServicesView({ route }: { readonly route: Route }) {
  const query = useQuery(useConnection().queries.mockServices.list());
  const now = useNow();
  const { mock } = route;
  const form = mock === 'new' ? <NewMockService /> : <MockServiceEditor key={mock} id={mock ?? ''} />;
  return (
    <ListPage
      title="Mock services"
      items={query.data}
      textOf={({ title, type, id }) => `${title} ${type} ${id}`}
      route={route}
      back={{ ...route, mock: undefined }}
      tool={
        query.error === null && (
          <Link className="button primary end" to={{ ...route, mock: 'new' }}>
            New mock service
          </Link>
        )
      }
      detail={mock === undefined ? undefined : form}
    >
      {(found) => (
        <Loaded query={query} label="Reading the mock services">
          {({ length }) =>
            length === 0 ? (
              <Empty title="There are no mock services">
                <p className="muted">Create the first one. You can change everything later.</p>
              </Empty>
            ) : (
              <ul className={`surface ${styles['items']}`}>
                {found.map(({ id, title, type, updatedAt }) => (
                  <li key={id} className="item" data-chosen={isSameId(id, mock)}>
                    <ItemLink to={{ ...route, mock: id }} isChosen={isSameId(id, mock)}>
                      <VisibleText text={title === '' ? '(no title)' : title} most="name" />
                    </ItemLink>
                    <span className={styles['less']}>
                      <VisibleText text={type} most="option" />
                    </span>
                    <span>
                      updated <TimeAgo timestamp={updatedAt} now={now} />
                    </span>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      )}
    </ListPage>
  );
}
