import { useQuery } from '@tanstack/react-query';
import { Link, type Route } from '../route/route.tsx';
import { useConnection, useNow } from '../service/connection.ts';
import { VisibleText } from '../ui/text.tsx';
import { RelativeTime } from '../ui/time.tsx';
import { MockServiceEditor, NewMockService } from './editor.tsx';
import { ListPage } from './list-page.tsx';
import styles from './lists.module.css';

export function MockServicesView({ route }: { readonly route: Route }) {
  const query = useQuery(useConnection().queries.mockServices.list());
  const now = useNow();
  const { mock } = route;
  return (
    <ListPage
      title="Mock services"
      query={query}
      textOf={({ title, type, id }) => `${title} ${type} ${id}`}
      rowOf={({ id, title, type, updatedAt }) => ({
        name: title === '' ? '(no title)' : title,
        to: { ...route, mock: id },
        cells: (
          <>
            <span className={styles['less']}>
              <VisibleText text={type} most="option" />
            </span>
            <span>
              updated <RelativeTime timestamp={updatedAt} now={now} isPast />
            </span>
          </>
        ),
      })}
      hint="Create the first one. You can change everything later."
      route={route}
      chosen={mock}
      back={{ ...route, mock: undefined }}
      tool={
        query.error === null && (
          <Link className="button primary end" to={{ ...route, mock: 'new' }}>
            New mock service
          </Link>
        )
      }
      detail={mock === 'new' ? <NewMockService /> : <MockServiceEditor key={mock} id={mock ?? ''} />}
    />
  );
}
