import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FakeServer } from '@mock-services/fake-server/core';
import { keys, useWorkspaces } from '../data/queries.ts';
import { Select } from '../select/select.tsx';
import { figures, visibly } from '../text/visible-text.tsx';
import { createRandom, exchangeAt, recordMany } from './traffic.ts';

interface Props {
  readonly fake: FakeServer;
  /** The workspace that is open. */
  readonly open: string | undefined;
}

/** Controls that record invented exchanges. */
export function TrafficControls({ fake, open }: Props) {
  const cache = useQueryClient();
  const { data: all = [] } = useWorkspaces();
  const [chosen, setChosen] = useState<string>();
  /** The workspace that traffic flows into. */
  const [flowing, setFlowing] = useState<string>();
  const [progress, setProgress] = useState<string>();
  const [random] = useState(() => createRandom(2026));
  const workspace = [open, chosen, all[0]?.id].find((one) => all.some((item) => item.id === one));

  useEffect(() => {
    if (flowing === undefined) return undefined;
    const timer = setInterval(() => {
      if (random() < 0.7) fake.activity.record(flowing, exchangeAt(fake.clock.now(), random));
    }, 250);
    return () => clearInterval(timer);
  }, [fake, flowing, random]);

  const nameOf = (workspace: string): string =>
    visibly(all.find(({ id }) => id === workspace)?.name ?? '', 'option');
  const fill = async (count: number, hours: number): Promise<void> => {
    if (workspace === undefined) return;
    const onProgress = (done: number): void => setProgress(`${figures(done)} recorded`);
    await recordMany(fake, { workspace, count, over: hours * 3_600_000, random, onProgress });
    await cache.invalidateQueries({ queryKey: keys.activity(workspace) });
  };

  return (
    <fieldset>
      <legend>Traffic</legend>
      <Select
        label="Into the log of"
        options={all.map(({ id, name }) => [id, visibly(name, 'option')])}
        value={workspace ?? ''}
        disabled={workspace === open}
        onChange={setChosen}
      />
      <div className="panel-buttons bar">
        <button
          type="button"
          aria-pressed={flowing !== undefined}
          onClick={() => setFlowing(flowing === undefined ? workspace : undefined)}
        >
          {flowing !== undefined ? 'Stop traffic' : 'Simulate traffic'}
        </button>
        <button type="button" onClick={() => void fill(1000, 6)}>
          Add 1,000
        </button>
        <button type="button" onClick={() => void fill(50_000, 24)}>
          Fill 50,000 entries
        </button>
      </div>
      <p role="status" className="muted">
        {flowing === undefined ? progress : `About three exchanges a second, into “${nameOf(flowing)}”.`}
      </p>
    </fieldset>
  );
}
