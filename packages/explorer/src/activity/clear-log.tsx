import { useQueryClient } from '@tanstack/react-query';
import { keys } from '../data/queries.ts';
import { ConfirmedAction } from '../dialog/confirmed-action.tsx';
import { useConnection } from '../service/connection.ts';

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
    // What is being read has not been cleared yet.
    await cache.cancelQueries({ queryKey });
    cache.setQueryData(queryKey, []);
    onCleared();
  };
  return (
    <ConfirmedAction label="Clear log" title="Clear this log?" disabled={disabled} run={clear}>
      All recorded exchanges of this workspace are deleted, for everyone. Download them first to keep them.
    </ConfirmedAction>
  );
}
