import type { Route } from '../route/route.ts';
import { Empty } from '../states/empty.tsx';
import { Failure, StaleNotice } from '../states/failure.tsx';
import { Skeleton } from '../states/skeleton.tsx';
import { ClearLog } from './clear-log.tsx';
import { DownloadHar } from './download-har.tsx';
import { LogView } from './log-view.tsx';
import { TailControl } from './tail-control.tsx';
import { useLiveLog } from './use-live-log.ts';
import { usePause } from './use-pause.ts';

interface Props {
  readonly workspace: string;
  readonly route: Route;
}

const nothing: readonly never[] = [];

/** The log of a workspace as it grows. */
export function LiveView({ workspace, route }: Props) {
  const { query, failure, resume } = useLiveLog(workspace);
  const { data, error, isFetching } = query;
  const pause = usePause(data ?? nothing);
  const read = (): void => void query.refetch();
  if (data === undefined) {
    return error === null ? (
      <Skeleton label="Reading the log" rows={12} />
    ) : (
      <Failure error={error} onRetry={read} busy={isFetching} />
    );
  }
  const problem = error ?? failure;
  const retry = (): void => {
    read();
    resume();
  };
  return (
    <>
      {problem !== undefined && problem !== null && (
        <StaleNotice error={problem} onRetry={retry} busy={isFetching} />
      )}
      <LogView
        log={pause.entries}
        route={route}
        status={<TailControl pause={pause} total={data.length} />}
        tools={(entries) => (
          <>
            <DownloadHar entries={entries} name={workspace} />
            <ClearLog workspace={workspace} onCleared={pause.resume} disabled={data.length === 0} />
          </>
        )}
        empty={
          <Empty title="Nothing has been recorded yet">
            <p>
              Exchanges appear here as the service records them; this view follows the log by itself. In the
              demo, the fake server can simulate some traffic.
            </p>
          </Empty>
        }
      />
    </>
  );
}
