import { useEffect, useId, useRef, useState } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import { longest, visibly } from '../text/visible-text.ts';
import { VisibleText } from '../text/visible-text.tsx';

interface Props {
  readonly entries: readonly ActivityEntry[];
  /** Name of the file, without its extension. */
  readonly name: string;
}

/** Downloads the entries that are shown as an HTTP Archive, without credentials unless requested. */
export function DownloadHar({ entries, name }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" disabled={entries.length === 0} onClick={() => setOpen(true)}>
        Download HAR
      </button>
      {isOpen && <DownloadDialog entries={entries} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}

function DownloadDialog({ entries, name, onClose }: Props & { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [includeCredentials, setIncludeCredentials] = useState(false);
  const [state, setState] = useState<'idle' | 'busy' | Error>('idle');
  useEffect(() => dialog.current?.showModal(), []);
  const download = async (): Promise<void> => {
    setState('busy');
    try {
      const { harOf } = await import('../file/har.ts');
      save(await harOf(entries, includeCredentials), `${visibly(name.slice(0, longest.name))}.har`);
      dialog.current?.close();
    } catch (error) {
      setState(error instanceof Error ? error : new Error(String(error)));
    }
  };
  return (
    <dialog ref={dialog} className="confirm" aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>Download {entries.length.toLocaleString('en')} exchanges</h2>
      <p>
        An HTTP Archive (HAR 1.2), which browsers, proxies and test tools open. It holds what the filters
        show.
      </p>
      <p>
        <label className="check">
          <input
            type="checkbox"
            checked={includeCredentials}
            onChange={({ currentTarget }) => setIncludeCredentials(currentTarget.checked)}
          />
          Include credentials as recorded
        </label>
        <span className="muted">Otherwise tokens, cookies and passwords are redacted.</span>
      </p>
      {state instanceof Error && (
        <p role="alert" className="confirm-problem">
          <VisibleText text={state.message} most={longest.message} />
        </p>
      )}
      <div className="confirm-actions">
        <button type="button" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
        <button type="button" className="primary" disabled={state === 'busy'} onClick={() => void download()}>
          {state === 'busy' ? 'Writing…' : 'Download'}
        </button>
      </div>
    </dialog>
  );
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
