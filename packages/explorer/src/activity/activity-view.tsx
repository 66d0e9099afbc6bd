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

/** The log of a workspace, or of a file. */
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
    <Empty title="Whose log?">
      <p>
        Choose a workspace, or open an HTTP Archive. A HAR file can also be dropped anywhere on this page.
      </p>
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

/** The log of a file, read-only. */
function FileView({ route }: { readonly route: Route }) {
  const { opened } = useFile();
  if (opened === undefined) {
    return (
      <Empty title="No file is open">
        <p>Only this page reads the file, and it is gone after a reload. Open it again.</p>
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
      status={<p className={styles['tail-status']}>Read-only: a file, not a workspace</p>}
      tools={(entries) => <DownloadHar entries={entries} name={name.replace(/\.har$/i, '')} />}
      empty={
        <Empty title="The file holds no exchanges">
          <p>It is an HTTP Archive, but its list of entries is empty.</p>
        </Empty>
      }
    />
  );
}
