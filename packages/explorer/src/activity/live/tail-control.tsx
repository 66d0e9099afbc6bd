import { useSyncExternalStore } from 'react';
import { useWorkspace } from '../../data/queries.ts';
import { useServiceState, useNow } from '../../service/connection.ts';
import { figures } from '../../text/visible-text.tsx';
import { onEvents } from '../../window/on-events.ts';
import type { usePause } from './use-live-log.ts';
import styles from '../activity.module.css';

interface Props {
  readonly workspace: string;
  readonly pause: ReturnType<typeof usePause>;
  /** Number of entries in the log. */
  readonly total: number;
  /** Whether the last attempt to read the log failed. */
  readonly hasFailed: boolean;
}

const onVisibility = onEvents('visibilitychange');

/** Pauses and resumes the live tail, and shows its status. */
export function TailControl({
  workspace,
  pause: { isPaused, came, pause, resume },
  total,
  hasFailed,
}: Props) {
  const state = useServiceState();
  const isVisible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible');
  const isExpired = useExpired(workspace);
  const trouble =
    state === 'unknown' || state === 'unreachable'
      ? 'Waiting for the service'
      : !isVisible
        ? 'Paused while this tab is hidden'
        : hasFailed
          ? 'Not up to date'
          : isExpired
            ? 'Workspace expired'
            : undefined;
  return (
    <div className="bar">
      <button type="button" aria-pressed={isPaused} onClick={isPaused ? resume : pause}>
        {isPaused ? 'Resume' : 'Pause'}
        <span className="visually-hidden"> the live tail</span>
      </button>
      <p className={styles['tail-status']} role="status">
        <span
          className={styles['live-dot']}
          data-paused={isPaused || trouble !== undefined}
          aria-hidden="true"
        />
        {isPaused ? `Paused · ${figures(came)} new` : `${trouble ?? 'Live'} · ${figures(total)} recorded`}
      </p>
    </div>
  );
}

/**
 * Whether a workspace has expired. The page continues to read the log of an expired workspace, because the service may not
 * have deleted the log.
 */
function useExpired(workspace: string): boolean {
  const now = useNow();
  const expiresAt = useWorkspace(workspace)?.expiresAt;
  return expiresAt !== undefined && Date.parse(expiresAt) <= now;
}
