import { useFile } from '../file/file-provider.tsx';
import { OpenFile } from '../file/open-file.tsx';
import type { Place } from '../place/place.ts';
import { Empty } from '../states/empty.tsx';
import { FileFailure } from '../file/file-failure.tsx';
import { DownloadHar } from './download-har.tsx';
import { LogView } from './log-view.tsx';

/** The log of a file, which can be looked at and nothing else. */
export function FileView({ place }: { readonly place: Place }) {
  const { log, problem } = useFile();
  if (problem !== undefined) return <FileFailure name={problem.name} error={problem.error} />;
  if (log === undefined) {
    return (
      <Empty title="No file is open">
        <p>A file is read by this page alone, and is gone when the page is reloaded. Open it again.</p>
        <OpenFile label="Open a HAR file" />
      </Empty>
    );
  }
  return (
    <LogView
      log={log.entries}
      place={place}
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
