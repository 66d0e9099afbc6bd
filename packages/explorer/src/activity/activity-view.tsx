import { useWorkspaces } from '../data/queries.ts';
import { FileFailure } from '../file/file-failure.tsx';
import { useFile, OpenFile } from '../file/file-provider.tsx';
import { type Route, Link } from '../route/route.tsx';
import { Loaded, Empty } from '../states/loaded.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { DownloadHar } from './download-har.tsx';
import { LiveView } from './live-view.tsx';
import { LogView } from './log-view.tsx';
import styles from './activity.module.css';

/** Shows the log of a workspace or of an opened HAR file. */
export function ActivityView({ route }: { readonly route: Route }) {
  const { workspace } = route;
  if (workspace === undefined) return <WorkspaceChooser route={route} />;
  if (workspace === 'file') return <FileView route={route} />;
  return <LiveView key={workspace} workspace={workspace} route={route} />;
}

/** Lets the user choose the log to show. */
function WorkspaceChooser({ route }: { readonly route: Route }) {
  const query = useWorkspaces();
  return (
    <Empty title="Choose a log">
      <p>Select a workspace, or open an HTTP Archive. You can also drop a HAR file anywhere on this page.</p>
      <Loaded query={query} label="Reading the workspaces">
        {(all) => (
          <ul className="bar">
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

/** Shows the log of an opened file. The log is read-only. */
function FileView({ route }: { readonly route: Route }) {
  const { opened } = useFile();
  if (opened === undefined) {
    return (
      <Empty title="No file is open">
        <p>The page does not keep a file after a reload. Open the file again.</p>
        <OpenFile label="Open a HAR file" />
      </Empty>
    );
  }
  const { name } = opened;
  if ('error' in opened) return <FileFailure name={name} error={opened.error} />;
  return (
    <LogView
      log={opened.entries}
      route={route}
      status={<p className={styles['tail-status']}>Read-only log from a file</p>}
      tools={(entries) => <DownloadHar entries={entries} name={name.replace(/\.har$/i, '')} />}
      empty={
        <Empty title="The file contains no exchanges">
          <p>The file is a valid HTTP Archive, but its list of entries is empty.</p>
        </Empty>
      }
    />
  );
}
