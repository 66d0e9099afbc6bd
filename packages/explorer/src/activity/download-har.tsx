import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ActivityEntry } from '@mock-services/sdk';
import { Confirm } from '../dialog/confirm.tsx';
import { harOf } from '../file/har.ts';
import { saveFile } from '../file/save-file.ts';
import { figures, longest, visibly } from '../text/visible-text.tsx';
import { wallTime, zoneName, useZone, type Zone } from '../time/time.tsx';
import styles from './activity.module.css';

interface Props {
  readonly entries: readonly ActivityEntry[];
  /** The workspace or the file that they are from. */
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
  const zone = useZone();
  const [includeCredentials, setIncludeCredentials] = useState(false);
  const download = useMutation({
    mutationFn: async () => {
      saveFile(await harOf(entries, includeCredentials), harName(name, Date.now(), zone));
    },
  });
  return (
    <Confirm
      title={`Download ${figures(entries.length)} exchanges`}
      action="Download"
      kind="primary"
      busy={download.isPending}
      error={download.error}
      onConfirm={(close) => download.mutate(undefined, { onSuccess: close })}
      onCancel={onClose}
    >
      <p>
        An HTTP Archive (HAR 1.2), which browsers, proxies and test tools open. It holds what the filters
        show.
      </p>
      <p>
        <label className={styles['check']}>
          <input
            type="checkbox"
            checked={includeCredentials}
            onChange={({ currentTarget }) => setIncludeCredentials(currentTarget.checked)}
          />
          Include credentials as recorded
        </label>
        <span className="muted">Otherwise tokens, cookies and passwords are redacted.</span>
      </p>
    </Confirm>
  );
}

/** `Checkout-team-2026-11-21T04-57-50-UTC.har`, with characters that every file system takes. */
function harName(name: string, time: number, zone: Zone): string {
  const text = `${visibly(name.slice(0, longest.name), 'name')} ${wallTime(time, zone).slice(0, 19)} ${zoneName(time, zone)}`;
  return `${text.replace(/[\s\\/:*?"<>|]+/g, '-')}.har`;
}
