import { useMutation, useQuery } from '@tanstack/react-query';
import type { ActivityEntry } from '@mock-services/sdk';
import { Link, switchView, navigate, type Route } from '../route/route.tsx';
import { useConnection, useNow } from '../service/connection.ts';
import { isSameId } from '../service/same-id.ts';
import { Heading } from '../shell/heading.tsx';
import { CopyButton, Select, type Option } from '../ui/controls.tsx';
import { ConfirmedAction } from '../ui/dialog.tsx';
import { figures, visibly } from '../ui/text.tsx';
import { RelativeTime } from '../ui/time.tsx';
import { DownloadHar } from './download-har.tsx';
import { useForgetGone, type Pause } from './use-live-log.ts';
import styles from './log.module.css';

interface Props {
  readonly workspace: string;
  readonly name: string;
  readonly route: Route;
  readonly pause: Pause;
  readonly hasFailed: boolean;
  readonly total: number | undefined;
  readonly found: readonly ActivityEntry[];
}

export function LogHead({ workspace, name, route, pause, hasFailed, total, found }: Props) {
  const { data: all = [] } = useQuery(useConnection().queries.workspaces.list());
  const now = useNow();
  const listed = all.find(({ id }) => isSameId(id, workspace));
  const expiresAt = listed?.expiresAt;
  const options: Option[] = all.map(({ id, name }) => [id, visibly(name, 'option')]);
  if (listed === undefined) options.unshift([workspace, 'Unknown workspace']);
  const { isPaused, came } = pause;
  const isLive = !isPaused && !hasFailed;
  return (
    <div className="bar">
      <Heading title={name} isHidden />
      <Link className={styles['trail']} to={switchView(route, { view: 'workspaces' })}>
        Workspaces
      </Link>
      <span aria-hidden="true" className={`muted ${styles['trail']}`}>
        ›
      </span>
      <Select
        label="Workspace"
        isBare
        className={styles['workspace']}
        options={options}
        value={listed?.id ?? workspace}
        onChange={(id) => navigate(switchView(route, { view: 'activity', workspace: id }))}
      />
      {expiresAt !== undefined && (
        <span className="muted">
          {Date.parse(expiresAt) <= now ? 'expired ' : 'expires '}
          <RelativeTime timestamp={expiresAt} now={now} />
        </span>
      )}
      {total !== undefined && (
        <div className={`bar end ${styles['tools']}`}>
          <span className={styles['live']} role="status" data-live={isLive}>
            {isLive ? 'Live' : isPaused ? `${figures(came)} new` : 'Not up to date'}
          </span>
          <button type="button" aria-pressed={isPaused} onClick={isPaused ? pause.resume : pause.pause}>
            {isPaused ? 'Resume' : 'Pause'}
          </button>
          <CopyButton label="Copy link" text={() => location.href} />
          <DownloadHar entries={found} name={name} />
          <ClearLog workspace={workspace} onCleared={pause.resume} disabled={total === 0} />
        </div>
      )}
    </div>
  );
}

function ClearLog(props: {
  readonly workspace: string;
  readonly onCleared: () => void;
  readonly disabled: boolean;
}) {
  const { workspace, onCleared, disabled } = props;
  const { queries } = useConnection();
  const forgetGone = useForgetGone(workspace);
  const clear = useMutation({
    ...queries.activity.clear(),
    onSuccess: () => {
      forgetGone();
      onCleared();
    },
  });
  return (
    <ConfirmedAction
      label="Clear log"
      title="Clear this log?"
      disabled={disabled}
      mutation={clear}
      variables={workspace}
    >
      This deletes all recorded exchanges of the workspace for all users. Download the exchanges first to keep
      a copy.
    </ConfirmedAction>
  );
}
