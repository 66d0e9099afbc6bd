import { useReachable } from '../service/use-reachable.ts';
import type { Pausable } from './use-pause.ts';

interface Props {
  readonly pause: Pausable;
  /** How many entries the log has. */
  readonly total: number;
}

const count = new Intl.NumberFormat('en');

/** Holds the live tail, lets it go on, and says how it stands. */
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
          ? `Paused · ${count.format(came)} came since`
          : `${isReachable ? 'Live' : 'Waiting for the service'} · ${count.format(total)} recorded`}
      </p>
    </div>
  );
}
