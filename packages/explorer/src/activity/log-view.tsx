import { useCallback, useMemo, type ReactNode } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import { isFiltered, type Route, updateRoute } from '../route/route.tsx';
import { Empty } from '../states/loaded.tsx';
import { ActivityTable } from './table/activity-table.tsx';
import { Charts } from './charts.tsx';
import { FilterBar } from './filters/filter-bar.tsx';
import { useFound } from './filters/use-found.ts';
import { Inspector } from './inspector.tsx';
import { Panes } from './panes.tsx';
import styles from './activity.module.css';

interface Props {
  readonly log: readonly ActivityEntry[];
  readonly route: Route;
  readonly status: ReactNode;
  /** Renders buttons for actions on the filtered entries. */
  readonly tools: (entries: readonly ActivityEntry[]) => ReactNode;
  /** Placeholder for an empty log. */
  readonly empty: ReactNode;
}

/** Shows a log with its filters, charts and table, and the selected exchange. */
export function LogView({ log, route, status, tools, empty }: Props) {
  const { since, until, entry, compare, sort } = route;
  const found = useFound(log, route);
  const selected = useMemo(() => log.find(({ id }) => id === entry), [log, entry]);
  const other = useMemo(() => log.find(({ id }) => id === compare), [log, compare]);
  const select = useCallback(
    // Replace the history entry if an exchange is already open, so that the back button closes the inspector.
    (id: string) => updateRoute({ entry: id }, { replace: entry !== undefined }),
    [entry],
  );
  const bar = (
    <div className="bar bar-apart">
      {status}
      <div className="bar">{tools(found.entries)}</div>
    </div>
  );
  if (log.length === 0) {
    return (
      <>
        {bar}
        {empty}
      </>
    );
  }
  return (
    <Panes isOpen={selected !== undefined}>
      <div className={styles['main']}>
        {bar}
        <FilterBar log={log} route={route} found={found} />
        {selected === undefined && entry !== undefined && (
          <div className="notice bar bar-apart" role="status">
            <p>This log does not contain the exchange in the URL.</p>
            <button type="button" onClick={() => updateRoute({ entry: undefined })}>
              Close
            </button>
          </div>
        )}
        {found.atAnyTime.length > 0 && <Charts entries={found.atAnyTime} since={since} until={until} />}
        {found.entries.length === 0 && isFiltered(route) ? (
          <Empty title={found.left > 0 ? 'Searching…' : 'No exchange matches the filters'} />
        ) : (
          <div
            className={styles['table']}
            role="presentation"
            onKeyDown={({ key }) => {
              if (key === 'Escape') updateRoute({ entry: undefined });
            }}
          >
            <ActivityTable
              entries={found.entries}
              selectedId={entry}
              onSelect={select}
              order={sort}
              onOrder={selectOrder}
              label="Recorded exchanges"
            />
          </div>
        )}
      </div>
      {selected !== undefined && <Inspector entry={selected} other={other} />}
    </Panes>
  );
}

function selectOrder(sort: string | undefined): void {
  updateRoute({ sort }, { replace: true });
}
