import type { Workspace } from '@mock-services/sdk';
import { useWorkspaces } from '../data/queries.ts';
import type { Route } from '../route/route.tsx';
import { Loaded, Empty } from '../states/loaded.tsx';
import { ListedWorkspace } from './listed-workspace.tsx';
import { useNow } from '../service/connection.ts';
import styles from './overview.module.css';

/** Lists all workspaces with their remaining time. Expired workspaces come last. */
export function WorkspacesView({ route }: { readonly route: Route }) {
  const query = useWorkspaces();
  const now = useNow();
  return (
    <>
      <p className={styles['lead']}>Each workspace has a log of recorded HTTP exchanges.</p>
      <Loaded query={query} label="Reading the workspaces">
        {(all) =>
          all.length === 0 ? (
            <Empty title="There are no workspaces">
              <p>
                Workspaces appear here when the service creates them. You cannot create a workspace here,
                because the interface has no operation for it.
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
