import { useMemo, useState } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import { newIn } from './new-in.ts';

/** A log that can be paused. */
export interface Pausable {
  /** The entries to show: the log, or its state when it was paused. */
  readonly entries: readonly ActivityEntry[];
  readonly isPaused: boolean;
  /** Number of entries added since it was paused. */
  readonly came: number;
  readonly pause: () => void;
  readonly resume: () => void;
}

export function usePause(log: readonly ActivityEntry[]): Pausable {
  const [held, setHeld] = useState<readonly ActivityEntry[]>();
  const came = useMemo(() => (held === undefined ? 0 : newIn(log, held).length), [held, log]);
  return {
    entries: held ?? log,
    isPaused: held !== undefined,
    came,
    pause: () => setHeld(log),
    resume: () => setHeld(undefined),
  };
}
