import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { FilterField } from '../route/filter-field.tsx';
import { Link, type Route } from '../route/route.tsx';
import { Empty, Loaded } from '../service/failure.tsx';
import { isSameId } from '../service/same-id.ts';
import { Heading } from '../shell/heading.tsx';
import { includes, VisibleText } from '../ui/text.tsx';
import styles from './lists.module.css';

interface Row {
  readonly name: string;
  readonly to: Route;
  readonly cells: ReactNode;
}

export function ListPage<Item extends { readonly id: string }>(props: {
  readonly title: string;
  readonly query: UseQueryResult<readonly Item[]>;
  readonly compare?: (one: Item, other: Item) => number;
  readonly textOf: (item: Item) => string;
  readonly rowOf: (item: Item) => Row;
  readonly hint: string;
  readonly route: Route;
  readonly chosen: string | undefined;
  readonly back: Route;
  readonly tool?: ReactNode;
  readonly detail: ReactNode;
}) {
  const { title, query, compare, textOf, rowOf, hint, route, chosen, back, tool, detail } = props;
  const { search = '' } = route;
  const items = compare === undefined ? query.data : query.data?.toSorted(compare);
  const found = items?.filter((item) => includes(textOf(item), search));
  return (
    <div className={`split ${styles['page']}`} data-open={chosen !== undefined}>
      <section aria-label={title}>
        <div className={`bar ${styles['head']}`}>
          <Heading title={title} />
          {items !== undefined && (
            <FilterField
              name="search"
              type="search"
              aria-label={`Search ${title.toLowerCase()}`}
              placeholder="Search"
              value={search}
            />
          )}
          <p className="muted" role="status">
            {items !== undefined &&
              (search === '' ? items.length : `${found?.length ?? 0} of ${items.length}`)}
          </p>
          {tool}
        </div>
        <Loaded query={query} label={`Reading the ${title.toLowerCase()}`}>
          {({ length }) =>
            length === 0 ? (
              <Empty title={`There are no ${title.toLowerCase()}`}>
                <p className="muted">{hint}</p>
              </Empty>
            ) : (
              <ul className={`surface ${styles['items']}`}>
                {found?.map((item) => (
                  <Item key={item.id} row={rowOf(item)} isChosen={isSameId(item.id, chosen)} />
                ))}
              </ul>
            )
          }
        </Loaded>
        {found?.length === 0 && search !== '' && <p className="muted">No entry contains “{search}”.</p>}
      </section>
      {chosen !== undefined && (
        <div className={`overlay ${styles['detail']}`}>
          <Link className={styles['back']} to={back}>
            ‹ {title}
          </Link>
          {detail}
        </div>
      )}
    </div>
  );
}

function Item({ row, isChosen }: { readonly row: Row; readonly isChosen: boolean }) {
  const { name, to, cells } = row;
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isChosen) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <li ref={item} className="item" data-chosen={isChosen}>
      <span className={styles['name']}>
        <Link to={to} aria-current={isChosen ? 'true' : undefined}>
          <VisibleText text={name} most="name" />
        </Link>
      </span>
      {cells}
    </li>
  );
}
