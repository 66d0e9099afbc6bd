import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { keys } from '../data/queries.ts';
import { figures } from '../text/visible-text.tsx';
import { ActionProblem, keepCache, useAction } from './action.tsx';
import type { FakeControl } from './control.ts';
import { createRandom, inventedExchange, recordMany } from './invented-traffic.ts';
import { useChosenWorkspace, WorkspaceSelect } from './workspace-select.tsx';

interface Props {
  readonly control: FakeControl;
  /** Id of the open workspace, if any. */
  readonly open: string | undefined;
}

const hour = 3_600_000;

/** Records invented exchanges, either continuously or many at once. */
export function Traffic({ control, open }: Props) {
  const choice = useChosenWorkspace(open);
  const { workspace } = choice;
  const [random] = useState(() => createRandom(2026));
  const steady = useSteadyTraffic(control, random);
  const filling = useFilling(control, random);
  const nameOf = (workspace: string): string =>
    choice.options.find(([id]) => id === workspace)?.[1] ?? workspace;
  return (
    <>
      <WorkspaceSelect label="Into the log of" choice={choice} />
      <div className="bar">
        <button
          type="button"
          aria-pressed={steady.workspace !== undefined}
          onClick={() => steady.setWorkspace(steady.workspace === undefined ? workspace : undefined)}
        >
          {steady.workspace !== undefined ? 'Stop traffic' : 'Simulate traffic'}
        </button>
        <button
          type="button"
          disabled={filling.isRunning}
          onClick={() => filling.fill(workspace, 1000, 6 * hour)}
        >
          Add 1,000
        </button>
        <button
          type="button"
          disabled={filling.isRunning}
          onClick={() => filling.fill(workspace, 50_000, 24 * hour)}
        >
          Fill 50,000 entries
        </button>
        {filling.isRunning && (
          <button type="button" onClick={filling.stop}>
            Stop filling
          </button>
        )}
      </div>
      <p role="status" className="muted">
        {steady.workspace !== undefined &&
          `Recording about three exchanges per second in “${nameOf(steady.workspace)}”.`}{' '}
        {filling.progress}
      </p>
      <ActionProblem error={filling.error ?? steady.error} />
    </>
  );
}

/** Records about three exchanges per second while a workspace is set. Stops after a failure. */
function useSteadyTraffic(control: FakeControl, random: () => number) {
  const [workspace, setWorkspace] = useState<string>();
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    if (workspace === undefined) return undefined;
    setError(null);
    let isPending = false;
    const record = async (): Promise<void> => {
      isPending = true;
      try {
        await control.record(workspace, inventedExchange(random));
      } catch (failure) {
        setError(failure instanceof Error ? failure : new Error(String(failure)));
        setWorkspace(undefined);
      } finally {
        isPending = false;
      }
    };
    const timer = setInterval(() => {
      if (!isPending && random() < 0.7) void record();
    }, 250);
    return () => clearInterval(timer);
  }, [control, workspace, random]);
  return { workspace, setWorkspace, error };
}

/** Records many exchanges, and lets the user stop the recording. */
function useFilling(control: FakeControl, random: () => number) {
  const cache = useQueryClient();
  const [progress, setProgress] = useState('');
  const stopper = useRef<AbortController>(undefined);
  const filling = useAction(
    async ({ workspace, ...settings }: { workspace: string; count: number; over: number }) => {
      const { signal } = (stopper.current = new AbortController());
      const onProgress = (done: number): void =>
        setProgress(
          `${figures(done)} of ${figures(settings.count)} recorded${signal.aborted ? ', stopped' : ''}.`,
        );
      try {
        await recordMany(control, { workspace, ...settings, random, onProgress, signal });
      } finally {
        await cache.invalidateQueries({ queryKey: keys.activity(workspace) });
      }
    },
    keepCache,
  );
  return {
    fill: (workspace: string | undefined, count: number, over: number): void => {
      if (workspace !== undefined) filling.mutate({ workspace, count, over });
    },
    stop: () => stopper.current?.abort(),
    isRunning: filling.isPending,
    progress,
    error: filling.error,
  };
}
