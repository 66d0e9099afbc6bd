import type { Route } from '../route/route.ts';
import { Failure, StaleNotice } from '../states/failure.tsx';
import { Skeleton } from '../states/skeleton.tsx';
import { ClearLog } from './clear-log.tsx';
import { DownloadHar } from './download-har.tsx';
import { EmptyLog } from './empty-log.tsx';
import { LogView } from './log-view.tsx';
import { TailControl } from './live/tail-control.tsx';
import { useLiveLog } from './live/use-live-log.ts';
import { usePause } from './live/use-pause.ts';

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
  const hasFailed = problem !== undefined && problem !== null;
  const retry = (): void => {
    read();
    resume();
  };
  return (
    <>
      {hasFailed && <StaleNotice error={problem} onRetry={retry} busy={isFetching} />}
      <LogView
        log={pause.entries}
        route={route}
        status={<TailControl workspace={workspace} pause={pause} total={data.length} hasFailed={hasFailed} />}
        tools={(entries) => (
          <>
            <DownloadHar entries={entries} name={workspace} />
            <ClearLog workspace={workspace} onCleared={pause.resume} disabled={data.length === 0} />
          </>
        )}
        empty={<EmptyLog workspace={workspace} />}
      />
    </>
  );
}
