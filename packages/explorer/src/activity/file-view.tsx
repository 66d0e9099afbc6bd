import { useFile } from '../file/file-provider.tsx';
import { OpenFile } from '../file/open-file.tsx';
import type { Route } from '../route/route.ts';
import { Empty } from '../states/empty.tsx';
import { FileFailure } from '../file/file-failure.tsx';
import { DownloadHar } from './download-har.tsx';
import { LogView } from './log-view.tsx';

/** The log of a file, read-only. */
export function FileView({ route }: { readonly route: Route }) {
  const { log, problem } = useFile();
  if (problem !== undefined) return <FileFailure name={problem.name} error={problem.error} />;
  if (log === undefined) {
    return (
      <Empty title="No file is open">
        <p>Only this page reads the file, and it is gone after a reload. Open it again.</p>
        <OpenFile label="Open a HAR file" />
      </Empty>
    );
  }
  return (
    <LogView
      log={log.entries}
      route={route}
      status={<p className="tail-status">Read-only: a file, not a workspace</p>}
      tools={(entries) => <DownloadHar entries={entries} name={log.name.replace(/\.har$/i, '')} />}
      empty={
        <Empty title="The file holds no exchanges">
          <p>It is an HTTP Archive, but its list of entries is empty.</p>
        </Empty>
      }
    />
  );
}
