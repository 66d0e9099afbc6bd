import type { Route } from '../route/route.ts';
import { Loaded } from '../states/loaded.tsx';
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
  const query = useLiveLog(workspace);
  const pause = usePause(query.data ?? nothing);
  return (
    <Loaded query={query} label="Reading the log" rows={12}>
      {({ length }) => (
        <LogView
          log={pause.entries}
          route={route}
          status={
            <TailControl
              workspace={workspace}
              pause={pause}
              total={length}
              hasFailed={query.error !== null}
            />
          }
          tools={(entries) => (
            <>
              <DownloadHar entries={entries} name={workspace} />
              <ClearLog workspace={workspace} onCleared={pause.resume} disabled={length === 0} />
            </>
          )}
          empty={<EmptyLog workspace={workspace} />}
        />
      )}
    </Loaded>
  );
}
