import { useReachable } from '../service/use-reachable.ts';
import type { Pausable } from './use-pause.ts';

interface Props {
  readonly pause: Pausable;
  /** Number of entries in the log. */
  readonly total: number;
}

const count = new Intl.NumberFormat('en');

/** Pauses and resumes the live tail, and shows its status. */
export function TailControl({ pause: { isPaused, came, pause, resume }, total }: Props) {
  const isReachable = useReachable();
  return (
    <div className="tail">
      <button type="button" aria-pressed={isPaused} onClick={isPaused ? resume : pause}>
        {isPaused ? 'Resume' : 'Pause'}
        <span className="visually-hidden"> the live tail</span>
      </button>
      <p className="tail-status" role="status">
        <span className="live-dot" data-paused={isPaused || !isReachable} aria-hidden="true" />
        {isPaused
          ? `Paused · ${count.format(came)} new since`
          : `${isReachable ? 'Live' : 'Waiting for the service'} · ${count.format(total)} recorded`}
      </p>
    </div>
  );
}
