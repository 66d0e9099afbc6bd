/** Layout of a searchable list with the chosen item beside it. On a narrow page, the item replaces the list. */
import { useEffect, useRef, type ReactNode } from 'react';
import { Link, updateRoute, type Route } from '../route/route.tsx';
import { Heading } from '../shell/heading.tsx';
import { includes } from '../ui/text.tsx';
import styles from './lists.module.css';

export function ListPage<Item>(props: {
  readonly title: string;
  readonly items: readonly Item[] | undefined;
  readonly textOf: (item: Item) => string;
  readonly route: Route;
  readonly back: Route;
  readonly tool?: ReactNode;
  readonly children: (found: readonly Item[]) => ReactNode;
  readonly detail: ReactNode | undefined;
}) {
  const { title, items, textOf, route, back, tool, children, detail } = props;
  const { search = '' } = route;
  const found = items?.filter((item) => includes(textOf(item), search));
  return (
    <div className={`split ${styles['page']}`} data-open={detail !== undefined}>
      <section aria-label={title}>
        <div className={`bar ${styles['head']}`}>
          <Heading title={title} />
          {items !== undefined && (
            <input
              type="search"
              aria-label={`Search ${title.toLowerCase()}`}
              placeholder="Search"
              value={search}
              spellCheck={false}
              autoComplete="off"
              onChange={({ currentTarget }) =>
                updateRoute({ search: currentTarget.value }, { replace: true })
              }
            />
          )}
          <p className="muted" role="status">
            {items !== undefined &&
              (search === '' ? items.length : `${found?.length ?? 0} of ${items.length}`)}
          </p>
          {tool}
        </div>
        {children(found ?? [])}
        {found?.length === 0 && search !== '' && <p className="muted">No entry contains “{search}”.</p>}
      </section>
      {detail !== undefined && (
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

/** Scrolls the list to the item if it is chosen and out of sight. */
export function ItemLink(props: {
  readonly to: Route;
  readonly isChosen: boolean;
  readonly children: ReactNode;
}) {
  const { to, isChosen, children } = props;
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isChosen) box.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <span ref={box} className={styles['name']}>
      <Link to={to} aria-current={isChosen ? 'true' : undefined}>
        {children}
      </Link>
    </span>
  );
}
