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

/** Shows the log of a workspace, and adds new entries as the service records them. */
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
    // Cancel a pending read, because its response may still contain the deleted entries.
    await cache.cancelQueries({ queryKey });
    cache.setQueryData(queryKey, []);
    onCleared();
  };
  return (
    <ConfirmedAction label="Clear log" title="Clear this log?" disabled={disabled} run={clear}>
      This deletes all recorded exchanges of the workspace for all users. Download the exchanges first to keep
      a copy.
    </ConfirmedAction>
  );
}

/**
 * Placeholder for an empty log. If the service is a fake server, the placeholder has a button that records sample exchanges.
 */
function EmptyLog({ workspace }: { readonly workspace: string }) {
  const { fake } = useConnection();
  if (fake !== undefined) return <EmptyFakeLog control={fake} workspace={workspace} />;
  return (
    <Empty title="Nothing has been recorded yet">
      <p>The service records the requests and responses of this workspace. They appear here automatically.</p>
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
      <p>The fake server can record invented exchanges of a shop, either once or continuously.</p>
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
