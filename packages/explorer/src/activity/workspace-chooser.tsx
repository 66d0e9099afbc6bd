import { useWorkspaces } from '../data/queries.ts';
import { OpenFile } from '../file/open-file.tsx';
import { Link } from '../route/link.tsx';
import type { Route } from '../route/route.ts';
import { Empty } from '../states/empty.tsx';
import { Loaded } from '../states/loaded.tsx';
import { VisibleText } from '../text/visible-text.tsx';

/** Lets the user choose the log to show. */
export function WorkspaceChooser({ route }: { readonly route: Route }) {
  const query = useWorkspaces();
  return (
    <Empty title="Whose log?">
      <p>
        Choose a workspace, or open an HTTP Archive. A HAR file can also be dropped anywhere on this page.
      </p>
      <Loaded query={query} label="Reading the workspaces">
        {(all) => (
          <ul className="chooser bar">
            {all.map(({ id, name }) => (
              <li key={id}>
                <Link className="button" to={{ ...route, workspace: id }}>
                  <VisibleText text={name} most="name" />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <OpenFile label="Open a HAR file" />
    </Empty>
  );
}
