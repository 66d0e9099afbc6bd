import { useCallback, useMemo, useState } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import { Exchange } from '../exchange/exchange.tsx';
import { updateRoute, type Route } from '../route/route.tsx';
import { useWorkspace } from '../service/cache.ts';
import { Empty, Loaded } from '../service/failure.tsx';
import { isSameId } from '../service/same-id.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { counted, Highlight } from '../ui/text.tsx';
import { Chart } from './chart.tsx';
import { FilterBar } from './filters.tsx';
import { LogHead } from './head.tsx';
import { LogFigures } from './log-figures.tsx';
import { LogTable } from './table.tsx';
import { useFound } from './use-found.ts';
import { useForgetGone, useLiveLog, usePause } from './use-live-log.ts';
import styles from './log.module.css';

const nothing: readonly ActivityEntry[] = [];

export function LogView({ workspace, route }: { readonly workspace: string; readonly route: Route }) {
  const query = useLiveLog(workspace);
  const { entry: chosen, sort, search = '' } = route;
  const pause = usePause(query.data?.entries ?? nothing);
  const log = pause.entries;
  const found = useFound(log, route);
  const listed = useMemo(() => log.find(({ id }) => isSameId(id, chosen)), [log, chosen]);
  // An open exchange stays open when somebody clears the log.
  const [opened, setOpened] = useState<ActivityEntry>();
  if (listed !== undefined && listed !== opened) setOpened(listed);
  const selected = listed ?? (opened !== undefined && isSameId(opened.id, chosen) ? opened : undefined);
  const gone = query.data?.gone ?? 0;
  const select = useCallback(
    // Replace the history entry if an exchange is already open, so that the back button closes the exchange.
    (id: string | undefined) =>
      updateRoute({ entry: id }, { replace: chosen !== undefined && id !== undefined }),
    [chosen],
  );
  const name = useWorkspace(workspace)?.name ?? 'Log';
  const head = (
    <LogHead
      workspace={workspace}
      name={name}
      route={route}
      pause={pause}
      hasFailed={query.error !== null}
      total={query.data?.entries.length}
      found={found.entries}
    />
  );
  return (
    <Highlight value={search.trim()}>
      <div className="split" data-open={selected !== undefined}>
        <div className={styles['main']}>
          <Highlight value="">
            {head}
            <Loaded query={query} label="Reading the log">
              {() =>
                log.length === 0 ? (
                  <Empty title={gone > 0 ? 'The log is empty' : 'Nothing has been recorded yet'}>
                    <p className="muted">
                      The service records the requests of this workspace. They appear here automatically.
                    </p>
                  </Empty>
                ) : (
                  <>
                    <FilterBar log={log} route={route} />
                    <Chart
                      log={log}
                      entries={found.atAnyTime}
                      since={found.since}
                      until={found.until}
                      onRange={selectRange}
                    />
                    <LogFigures found={found} total={log.length} route={route} />
                  </>
                )
              }
            </Loaded>
            {gone > 0 && <Gone workspace={workspace} gone={gone} left={query.data?.entries.length ?? 0} />}
            {query.data !== undefined && chosen !== undefined && listed === undefined && (
              <div className="notice bar" role="status">
                <p>
                  {selected === undefined
                    ? 'This log does not contain the exchange in the URL.'
                    : 'The log no longer contains the open exchange.'}
                </p>
                <button type="button" onClick={() => select(undefined)}>
                  Close
                </button>
              </div>
            )}
          </Highlight>
          {found.entries.length > 0 ? (
            <LogTable
              entries={found.entries}
              selectedId={chosen}
              onSelect={select}
              order={sort}
              onOrder={selectOrder}
            />
          ) : (
            log.length > 0 && (
              <Empty title={found.left > 0 ? 'Searching…' : 'No exchange matches the filters'} />
            )
          )}
        </div>
        {selected !== undefined && (
          <ErrorBoundary key={selected.id}>
            <Exchange entry={selected} />
          </ErrorBoundary>
        )}
      </div>
    </Highlight>
  );
}

function Gone(props: { readonly workspace: string; readonly gone: number; readonly left: number }) {
  const { workspace, gone, left } = props;
  const close = useForgetGone(workspace);
  return (
    <div className="notice bar" role="status">
      <p>
        The service has cleared {counted(gone, 'exchange')}. It now has {counted(left, 'exchange')}.
      </p>
      <button type="button" onClick={close}>
        Close
      </button>
    </div>
  );
}

function selectOrder(sort: string | undefined): void {
  updateRoute({ sort }, { replace: true });
}

function selectRange(since: string | undefined, until: string | undefined): void {
  updateRoute({ since, until });
}
