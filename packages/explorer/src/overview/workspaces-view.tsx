import type { Workspace } from '@mock-services/sdk';
import { useWorkspaces } from '../data/queries.ts';
import type { Route } from '../route/route.tsx';
import { Loaded, Empty } from '../states/loaded.tsx';
import { ListedWorkspace } from './listed-workspace.tsx';
import { useNow } from '../service/connection.ts';
import styles from './overview.module.css';

/** All workspaces with their remaining time; expired ones come last. */
export function WorkspacesView({ route }: { readonly route: Route }) {
  const query = useWorkspaces();
  const now = useNow();
  return (
    <>
      <p className={styles['lead']}>
        Each workspace keeps a log of the HTTP exchanges that were recorded in it.
      </p>
      <Loaded query={query} label="Reading the workspaces">
        {(all) =>
          all.length === 0 ? (
            <Empty title="There are no workspaces">
              <p>
                The interface has no operation to create one. When the service has some, they are listed here.
              </p>
            </Empty>
          ) : (
            <ul className={styles['workspaces']}>
              {inOrder(all, now).map((workspace) => (
                <ListedWorkspace key={workspace.id} workspace={workspace} now={now} route={route} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function inOrder(all: readonly Workspace[], now: number): Workspace[] {
  const isExpired = ({ expiresAt }: Workspace): number => (Date.parse(expiresAt) <= now ? 1 : 0);
  return all.toSorted((one, other) => isExpired(one) - isExpired(other));
}
