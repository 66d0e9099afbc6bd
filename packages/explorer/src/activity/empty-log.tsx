import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../data/queries.ts';
import { updateRoute } from '../route/navigation.ts';
import { useConnection } from '../service/connection.ts';
import { Empty } from '../states/empty.tsx';

/** Shown while a log is empty: the fake server can fill it, a service does so by itself. */
export function EmptyLog({ workspace }: { readonly workspace: string }) {
  const { fake } = useConnection();
  const cache = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  if (fake === undefined) {
    return (
      <Empty title="Nothing has been recorded yet">
        <p>
          The service keeps this log: it records requests and responses of the workspace as they happen. They
          cannot be added here, and appear by themselves.
        </p>
      </Empty>
    );
  }
  const record = async (): Promise<void> => {
    setBusy(true);
    const { recordMany } = await import('../fake/record.ts');
    await recordMany(fake, { workspace, count: 100, over: 600_000, random: Math.random });
    await cache.invalidateQueries({ queryKey: keys.activity(workspace) });
  };
  return (
    <Empty title="Nothing has been recorded yet">
      <p>The fake server can record invented exchanges of a shop, once or as steady traffic.</p>
      <p className="bar">
        <button type="button" className="primary" disabled={isBusy} onClick={() => void record()}>
          Record 100 exchanges
        </button>
        <button type="button" onClick={() => updateRoute({ panel: 'fake' })}>
          Steady traffic…
        </button>
      </p>
    </Empty>
  );
}
