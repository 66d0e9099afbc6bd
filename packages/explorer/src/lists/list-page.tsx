/** Layout of the lists: a searchable list, and the chosen item beside it or, on a narrow page, instead of it. */
import { useEffect, useRef, type ReactNode } from 'react';
import { Link, updateRoute, type Route } from '../route/route.tsx';
import { Heading } from '../shell/heading.tsx';
import { includes } from '../ui/text.tsx';
import styles from './lists.module.css';

export function ListPage<Item>(props: {
  readonly title: string;
  /** Items to list, or `undefined` while they are loading. */
  readonly items: readonly Item[] | undefined;
  /** Returns the text in which to search. */
  readonly textOf: (item: Item) => string;
  readonly route: Route;
  /** Route of the list without a chosen item. */
  readonly back: Route;
  /** Button beside the search field. */
  readonly tool?: ReactNode;
  /** Renders the found items. */
  readonly children: (found: readonly Item[]) => ReactNode;
  /** The chosen item, or `undefined`. */
  readonly detail: ReactNode | undefined;
}) {
  const { title, items, textOf, route, back, tool, children, detail } = props;
  const { search = '' } = route;
  const found = items?.filter((item) => includes(textOf(item), search));
  return (
    <div className={styles['page']} data-open={detail !== undefined}>
      <section className={styles['list']} aria-label={title}>
        <div className={styles['list-head']}>
          <Heading title={title} />
          {tool}
          <input
            type="search"
            aria-label={`Search ${title.toLowerCase()}`}
            placeholder="Search"
            value={search}
            spellCheck={false}
            autoComplete="off"
            onChange={({ currentTarget }) => updateRoute({ search: currentTarget.value }, { replace: true })}
          />
          <p className="muted" role="status">
            {items !== undefined &&
              (search === '' ? items.length : `${found?.length ?? 0} of ${items.length}`)}
          </p>
        </div>
        <div className={styles['scroll']}>
          {children(found ?? [])}
          {found?.length === 0 && search !== '' && <p className="muted">No entry contains “{search}”.</p>}
        </div>
      </section>
      {detail !== undefined && (
        <div className={styles['detail']}>
          <Link className={styles['back']} to={back}>
            ‹ {title}
          </Link>
          {detail}
        </div>
      )}
    </div>
  );
}

/** Link to an item. Scrolls the list to the item if it is chosen and out of sight. */
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
