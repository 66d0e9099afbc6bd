import { useQueryClient } from '@tanstack/react-query';
import { keys, useWorkspace } from '../data/queries.ts';
import { ConfirmedAction } from '../dialog/confirm.tsx';
import { ActionProblem, useAction } from '../fake/action.tsx';
import type { FakeControl } from '../fake/control.ts';
import { recordMany } from '../fake/invented-traffic.ts';
import { type Route, updateRoute } from '../route/route.tsx';
import { useConnection } from '../service/connection.ts';
import { Loaded, Empty } from '../states/loaded.tsx';
import { DownloadHar } from './download-har.tsx';
import { LogView } from './log-view.tsx';
import { TailControl } from './live/tail-control.tsx';
import { useLiveLog, usePause } from './live/use-live-log.ts';

const nothing: readonly never[] = [];

/** The log of a workspace as it grows. */
export function LiveView({ workspace, route }: { readonly workspace: string; readonly route: Route }) {
  const query = useLiveLog(workspace);
  const pause = usePause(query.data ?? nothing);
  const name = useWorkspace(workspace)?.name ?? workspace;
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
              <DownloadHar entries={entries} name={name} />
              <ClearLog workspace={workspace} onCleared={pause.resume} disabled={length === 0} />
            </>
          )}
          empty={<EmptyLog workspace={workspace} />}
        />
      )}
    </Loaded>
  );
}

interface Props {
  readonly workspace: string;
  readonly onCleared: () => void;
  readonly disabled: boolean;
}

/** Deletes all entries of a log, after confirmation. */
export function ClearLog({ workspace, onCleared, disabled }: Props) {
  const { client } = useConnection();
  const cache = useQueryClient();
  const queryKey = keys.activity(workspace);
  const clear = async (): Promise<void> => {
    await client.activity.clear(workspace);
    // What is being read has not been cleared yet.
    await cache.cancelQueries({ queryKey });
    cache.setQueryData(queryKey, []);
    onCleared();
  };
  return (
    <ConfirmedAction label="Clear log" title="Clear this log?" disabled={disabled} run={clear}>
      All recorded exchanges of this workspace are deleted, for everyone. Download them first to keep them.
    </ConfirmedAction>
  );
}

/** Shown while a log is empty: a fake server can fill it, a service does so by itself. */
function EmptyLog({ workspace }: { readonly workspace: string }) {
  const { fake } = useConnection();
  if (fake !== undefined) return <EmptyFakeLog control={fake} workspace={workspace} />;
  return (
    <Empty title="Nothing has been recorded yet">
      <p>
        The service keeps this log: it records requests and responses of the workspace as they happen. They
        cannot be added here, and appear by themselves.
      </p>
    </Empty>
  );
}

function EmptyFakeLog(props: { readonly control: FakeControl; readonly workspace: string }) {
  const { control, workspace } = props;
  const record = useAction(
    () => recordMany(control, { workspace, count: 100, over: 600_000, random: Math.random }),
    (cache) => cache.invalidateQueries({ queryKey: keys.activity(workspace) }),
  );
  return (
    <Empty title="Nothing has been recorded yet">
      <p>The fake server can record invented exchanges of a shop, once or as steady traffic.</p>
      <p className="bar">
        <button type="button" className="primary" disabled={record.isPending} onClick={() => record.mutate()}>
          Record 100 exchanges
        </button>
        <button type="button" onClick={() => updateRoute({ panel: 'fake' })}>
          Steady traffic…
        </button>
      </p>
      <ActionProblem error={record.error} />
    </Empty>
  );
}
