import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../data/queries.ts';
import { useConnection } from '../service/connection.ts';
import { Confirm } from '../shell/confirm.tsx';

interface Props {
  readonly workspace: string;
  readonly onCleared: () => void;
  readonly disabled: boolean;
}

/** Deletes all entries of a log, after confirmation. */
export function ClearLog({ workspace, onCleared, disabled }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { client } = useConnection();
  const cache = useQueryClient();
  const clear = useMutation({
    mutationFn: () => client.activity.clear(workspace),
    onSuccess: async () => {
      const queryKey = keys.activity(workspace);
      // What is being read has not been cleared yet.
      await cache.cancelQueries({ queryKey });
      cache.setQueryData(queryKey, []);
      setAsking(false);
      onCleared();
    },
  });
  return (
    <>
      <button type="button" className="danger" disabled={disabled} onClick={() => setAsking(true)}>
        Clear log
      </button>
      {isAsking && (
        <Confirm
          title="Clear this log?"
          action="Clear log"
          busy={clear.isPending}
          error={clear.error}
          onConfirm={() => clear.mutate()}
          onCancel={() => {
            clear.reset();
            setAsking(false);
          }}
        >
          All recorded exchanges of this workspace are deleted, for everyone. Download them first to keep
          them.
        </Confirm>
      )}
    </>
  );
}
